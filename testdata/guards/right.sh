#!/usr/bin/env bash
# A guard that is right: it reads all of the event, parses it, looks at what is run, and refuses what it cannot judge.
refuse() {
	echo "refused: $1" >&2
	exit 2
}
trap 'refuse "the guard failed"' ERR
set -E

command -v jq >/dev/null || refuse "jq is missing"
event=$(cat) && [ -n "$event" ] || refuse "the event could not be read" # of nothing jq makes nothing, and exits 0
# A NUL becomes a word that is refused below: bash itself would drop it.
cmd=$(jq -er 'select(.tool_name | type == "string") | .tool_input.command | select(type == "string") | gsub("\u0000"; "<NUL>")' <<<"$event" 2>/dev/null) ||
	refuse "the event could not be understood"

case $cmd in
*"<NUL>"*) refuse "there is a NUL in the command" ;;
esac
# One line, and one part of a compound command, after the other. The words of a message come after the program.
while IFS= read -r part; do
	part=${part#"${part%%[![:space:]]*}"}
	case $part in
	"rm -rf ~"* | "rm -rf /"*) refuse "this deletes everything; name the directory that is to go" ;;
	"git push --force-with-lease"*) ;;
	"git push --force"* | "git push -f"*) refuse "git push --force-with-lease" ;;
	"git reset --hard"*) refuse "git stash first" ;;
	"git commit"*" --no-verify"*) refuse "let the checks run" ;;
	"cat ~/.ssh" | "cat ~/.ssh/"*) refuse "that is a private key" ;;
	"| sh" | "| bash") refuse "save the script and read it first" ;;
	"dd "*" of=/dev/"*) refuse "that overwrites a disk" ;;
	"chmod -R 777 /"*) refuse "chmod the one file" ;;
	"psql -c "*"DROP TABLE"*) refuse "write a migration" ;;
	"terraform destroy"*) refuse "terraform plan -destroy" ;;
	esac
done <<<"${cmd//&&/$'\n'}"
case $cmd in
curl*"| sh" | curl*"| bash") refuse "save the script and read it first" ;;
esac
exit 0
