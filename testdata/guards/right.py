#!/usr/bin/env python3
"""A guard that is right: it reads all of the event, parses it, looks at what is run, and refuses what it cannot judge."""

import os


def refuse(reason):
    os.write(2, ("refused: " + reason + "\n").encode())
    os._exit(2)


try:
    import json
    import re
    import sys

    DISASTERS = [
        (r"rm -rf [~/]($|\s)", "name the directory that is to go"),
        (r"git push (.* )?(--force|-f)($|\s)", "git push --force-with-lease"),
        (r"git reset --hard", "git stash first"),
        (r"git commit (.* )?--no-verify", "let the checks run"),
        (r"cat ~/\.ssh(/|$)", "that is a private key"),
        (r"curl .*\|\s*(ba)?sh\b", "save the script and read it first"),
        (r"dd .*of=/dev/", "that overwrites a disk"),
        (r"chmod -R 777 /", "chmod the one file"),
        (r"psql -c .*DROP TABLE", "write a migration"),
        (r"terraform destroy", "terraform plan -destroy"),
    ]
    event = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    command = event["tool_input"]["command"]
    if not isinstance(command, str) or not isinstance(event["tool_name"], str):
        refuse("the command is no text")
    if "\0" in command:
        refuse("there is a NUL in the command")
    for part in re.split(r"\n|&&", command):
        for pattern, advice in DISASTERS:
            if re.match(pattern, part.strip()):
                refuse(advice)
except BaseException as error:
    refuse("the guard failed: " + type(error).__name__)
