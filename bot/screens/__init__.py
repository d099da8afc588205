"""The kit that screens are made of: what people see, as values.

Nothing here knows the store or Discord's client; ``bot.discord.send`` turns a screen into Discord's components.
"""
