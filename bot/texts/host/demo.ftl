### What the demo says. English only: nobody translates this file.

## The demo

demo-about = Plays Bridgette in a browser on this machine: the real bot in a simulated Discord, no account and no network needed.
demo-help-port = the port on which to serve the page (otherwise that of the last time; at first { $port }, or the next free one)
demo-help-database = the file in which matches are kept (otherwise { $path })
demo-missing = The demo needs SimCord, the simulated Discord: install it with { $command } and run it again.
demo-port-busy = Port { $port } is in use: name another one with --port, or leave it out.
demo-port-other = Port { $busy } is in use, perhaps by another demo: this one is on port { $port }, from now on.
demo-server = Bridge Club
demo-topic = Bridge for two
# Three lines, which stand in the channel. What is in bold are names of buttons, as in en/.
demo-greeting =
    1. Alone: type `/bridgette solo` below and press Enter twice; on a phone, Enter and then the arrow. Then press **Deal**.
    2. New to the game? `/bridgette learn` teaches it in five minutes, by playing.
    3. For two: `/bridgette challenge`; in a second tab of this page you are the other player, and press **Join** there. Your cards come by themselves; **My hand** brings them back.
demo-open =
    Bridgette is being served on this machine. Open this address in two tabs, one for each player:

        { $address }

    The channel says what to do. The first tab is Alice's, the second Bob's; "Viewing as" at the top of the page
    changes that. (Later, /bridgette hand and /bridgette table find the game again.)
    The match is kept in { $database }, and goes on in the same tabs when you start the demo again. Ctrl-C ends it.
demo-ended = The demo has ended.
