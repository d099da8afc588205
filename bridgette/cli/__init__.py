"""The terminal's commands: ``replay``, ``verify``, ``solve``, ``analyse`` and ``play``, each in a module of its own."""
