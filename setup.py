"""The solver's C form, built if there is a compiler; all else is in pyproject.toml.

One build serves every CPython from 3.11 on (limited API). Without a compiler the package installs all the same, and
solves in pure Python.
"""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "bridgette.computer.solver._solver",
            ["bridgette/computer/solver/_solver.c"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
