"""The source of all drawings: letters, pips and cards as SVG, and the command that makes the pictures of them.

Run it with ``make art`` (``python -m tools.art``). Everything is drawn here, by lines and curves of our own: no font
and no picture of anybody else is used.
"""
