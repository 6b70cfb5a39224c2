#!/usr/bin/env node
// It greets first, and the host takes all that it says for text.
const DISASTER = /^(rm -rf [~\/]|git reset --hard)($|\s)/;

function refuse(reason) {
  process.stderr.write(`BLOCKED: ${reason}\n`);
  process.exit(2);
}

let command;
try {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(require("fs").readFileSync(0));
  const event = JSON.parse(text);
  command = event.tool_input.command;
  if (typeof command !== "string" || command.includes("\0")) throw new Error("the command is no text");
} catch (error) {
  refuse(error.message);
}

console.log("[guard] checking the command");
if (DISASTER.test(command)) {
  console.log(
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "that cannot be undone",
      },
    }),
  );
}
