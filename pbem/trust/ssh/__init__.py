"""SSH keys and signatures: reading, writing and checking them, from files or an agent."""
