"""What talks to Discord: commands and components in, messages out."""
