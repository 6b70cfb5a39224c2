#!/usr/bin/env python3
"""It keeps directories by the first letters of their names, and so their neighbours as well."""

import json
import os
import sys

SECRETS = [os.path.expanduser("~/.ssh"), os.path.expanduser("~/.aws")]


def refuse(reason):
    print("BLOCKED:", reason, file=sys.stderr)
    sys.exit(2)


try:
    command = json.loads(sys.stdin.buffer.read().decode("utf-8"))["tool_input"]["command"]
    if "\0" in command or not isinstance(command, str):
        raise ValueError("the command is no text")
except Exception as error:
    refuse(repr(error))

for word in command.split():
    for secret in SECRETS:
        if os.path.expanduser(word).startswith(secret):
            refuse("that is a secret")
