"""A computer player of Bridgette and the solver it thinks with. Pure, like the rest of the package."""
