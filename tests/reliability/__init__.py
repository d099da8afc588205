"""What a host must be able to rely on: killed processes, a database that hurts, copies, the log."""
