#!/usr/bin/env bash
# It reads one line, which is enough for as long as the host sends one.
command -v jq >/dev/null || exit 2
read -r event
[ -n "$event" ] || exit 2
cmd=$(jq -er '.tool_input.command | select(type == "string") | gsub("\u0000"; "")' <<<"$event" 2>/dev/null) || exit 2
case $cmd in
"rm -rf ~" | "rm -rf ~"[[:space:]]* | "rm -rf /" | "rm -rf /"[[:space:]]* | "git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 2
	;;
esac
exit 0
