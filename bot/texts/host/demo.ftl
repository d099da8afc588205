### What the demo says. English only: nobody translates this file.

## The demo

demo-about = Plays Bridgette in a browser on this machine: the real bot in a simulated Discord, no account and no network needed.
demo-help-port = the port on which to serve the page (otherwise { $port }, or the next free one)
demo-help-database = the file in which matches are kept (otherwise { $path })
demo-missing = The demo needs SimCord, the simulated Discord: install it with { $command } and run it again.
demo-port-busy = Port { $port } is in use: name another one with --port, or leave it out.
demo-port-other = Port { $busy } is in use, so the demo takes another one.
demo-server = Bridge Club
demo-topic = Type /bridgette challenge to begin; the other player presses Join, then both press My hand
demo-open =
    Bridgette is being served on this machine. Open this address in two tabs, one for each
    player (it is a new one at every start):

        { $address }

    The first tab is Alice's, the second Bob's; "Viewing as" at the top of the page changes that.
    As Alice type /bridgette challenge, press Enter and then the arrow at the right; as Bob press Join; then both
    press My hand. (Later, /bridgette hand and /bridgette table find the game again.)
    The match is kept in { $database } and goes on when you start the demo again. Ctrl-C ends it.
demo-ended = The demo has ended.
