#!/usr/bin/env python3
"""It prints its decision where the host does not look for it."""

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
    decision = {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "that cannot be undone",
        }
    }
    print(json.dumps(decision), file=sys.stderr)
