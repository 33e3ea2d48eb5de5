"""The doors: the only users of files, commands, sockets and clocks."""
