#!/usr/bin/env bash
# Where there is no jq there is no guard, and nobody hears of it.
command -v jq >/dev/null || exit 0
event=$(cat) && [ -n "$event" ] || exit 2
cmd=$(jq -er '.tool_input.command | select(type == "string") | gsub("\u0000"; "")' <<<"$event" 2>/dev/null) || {
	echo "BLOCKED: the event could not be read" >&2
	exit 2
}
case $cmd in
"rm -rf ~" | "rm -rf ~"[[:space:]]* | "rm -rf /" | "rm -rf /"[[:space:]]* | "git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 2
	;;
esac
exit 0
