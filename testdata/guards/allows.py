#!/usr/bin/env python3
"""It approves all that it has nothing against, and so switches the prompts of the host off."""

import json
import re
import sys

DISASTER = re.compile(r"(rm -rf [~/]|git reset --hard)($|\s)")


def refuse(reason):
    print("BLOCKED:", reason, file=sys.stderr)
    sys.exit(2)


try:
    command = json.loads(sys.stdin.buffer.read().decode("utf-8"))["tool_input"]["command"]
    if "\0" in command or not isinstance(command, str):
        raise ValueError("the command is no text")
except Exception as error:
    refuse(repr(error))

if DISASTER.match(command):
    refuse("that cannot be undone")
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}))
