"""Making a running machine take a configuration, and taking it back."""
