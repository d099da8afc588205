"""The lesson: one prepared deal, and what is right, said and explained at each step of it. Nothing but values."""
