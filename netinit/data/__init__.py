"""What `netinit install` lays down on a machine: units, generator, hooks, a cloud.cfg.

`@LAUNCHER@` stands for the command that starts netinit, `@PYTHON@` for its interpreter.
"""
