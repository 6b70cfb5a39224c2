#!/usr/bin/env bash
# It looks for the command in the text of the JSON, by a pattern.
event=$(tr -d '\000') || exit 2
cmd=$(grep -o '"command":"[^"]*"' <<<"$event") || {
	echo "BLOCKED: no command" >&2
	exit 2
}
cmd=${cmd#'"command":"'}
cmd=${cmd%'"'}
[[ $cmd != *'\u0000'* ]] || exit 2
case $cmd in
"rm -rf ~" | "rm -rf ~"[[:space:]]* | "rm -rf ~\\n"* | "rm -rf /" | "rm -rf /"[[:space:]]* | "git reset --hard"*)
	echo "BLOCKED: that cannot be undone" >&2
	exit 2
	;;
esac
exit 0
