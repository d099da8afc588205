"""The benchmarks: ``python -m bench`` prints Markdown tables."""
