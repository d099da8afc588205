"""Pictures of a match, drawn from what everybody may see of it: the table, and the result of a deal, low and tall.

They hold no words and no names, so that they are right in every language and no name can do harm in them: digits,
ranks, suits, ``NT``, ``X``, ``XX``, ``D`` and a few signs. What they show stands in the words beside them as well.

``palette``, ``sheets`` and ``board`` are what is drawn with, ``parts`` what several pictures have, ``table`` and
``results`` the pictures. Pillow is imported by ``sheets`` and ``board``, and nothing imports those before something is
to be drawn: a bot without pictures never loads it.
"""
