#!/usr/bin/env bash
# The classic: exit 1 where only exit 2 refuses.
command -v jq >/dev/null || exit 2
event=$(cat) && [ -n "$event" ] || exit 2
cmd=$(jq -er '.tool_input.command | select(type == "string") | gsub("\u0000"; "")' <<<"$event" 2>/dev/null) || exit 2
case $cmd in
"rm -rf ~" | "rm -rf ~"[[:space:]]* | "rm -rf /" | "rm -rf /"[[:space:]]* | "git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 1
	;;
esac
exit 0
