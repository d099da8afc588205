"""The perfect-information solver, in pure Python and in C; ``solve`` is what others call."""
