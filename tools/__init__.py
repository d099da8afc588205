"""What developers run besides the tests and the benchmarks: the demo played in a browser, for its pictures."""
