"""What people see, as values: from a view of a match to texts, buttons and selects.

Nothing here knows the store or Discord's client; ``bot.ui.layout`` turns a screen into Discord's components.
"""
