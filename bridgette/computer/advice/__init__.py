"""What a player can learn: what the expert would do now, what was right with all cards known, and what by what could
be known.

Values alone: whoever shows them makes the words. Hints and regret are given views of one seat, and so know what that
seat may know and nothing else; hindsight is given a deal that everybody has been shown.
"""
