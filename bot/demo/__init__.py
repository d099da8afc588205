"""The demo: the real bot in one channel of a simulated Discord server, played in a browser on this machine.

Run it with `python -m bot.demo`. It needs SimCord (`pip install 'bridgette[demo]'`), no account and no network.
"""
