"""The commands, a module each; each module has its command under the name `command`."""
