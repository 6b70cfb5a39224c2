#!/usr/bin/env bash
# It finds the words wherever they stand: in a message, a search, a comment.
command -v jq >/dev/null || exit 2
event=$(cat) && [ -n "$event" ] || exit 2
cmd=$(jq -er '.tool_input.command | select(type == "string") | gsub("\u0000"; "")' <<<"$event" 2>/dev/null) || exit 2
case $cmd in
*"rm -rf ~"* | *"rm -rf /"* | *"git push --force origin"* | *"git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 2
	;;
esac
exit 0
