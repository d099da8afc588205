"""What talks to Discord: one way to answer, one way to send, one way in for every click and command."""
