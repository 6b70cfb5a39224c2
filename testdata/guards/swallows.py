#!/usr/bin/env python3
"""It catches every error, so that the guard never gets in the way."""

import json
import re
import sys

DISASTER = re.compile(r"(rm -rf [~/]|git reset --hard)($|\s)")


def main():
    event = json.load(sys.stdin)
    command = event["tool_input"]["command"].replace("\0", "")
    if DISASTER.match(command):
        print("BLOCKED: that cannot be undone", file=sys.stderr)
        sys.exit(2)


try:
    main()
except Exception:
    pass
