"""What a host does at the terminal besides running the bot: checks, copies, exports."""
