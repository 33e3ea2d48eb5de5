"""Values that netinit passes around: frozen, typed, without I/O."""
