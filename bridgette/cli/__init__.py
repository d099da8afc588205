"""The terminal's commands: ``replay``, ``solve`` and ``play``, each in a module of its own."""
