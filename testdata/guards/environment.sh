#!/usr/bin/env bash
# It waits for a variable that no host sets.
cmd=$CLAUDE_TOOL_INPUT
case $cmd in
*"rm -rf"* | *"git push --force"* | *"git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 2
	;;
esac
exit 0
