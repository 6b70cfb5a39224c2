// bashguard for OpenCode: puts every tool call to the bashguard program first.
// Written by `bashguard init`, taken out by `bashguard uninstall`.
import { spawn } from "node:child_process"

const program = "/usr/local/bin/bashguard"
const limit = 60000 // ms, above the program's own limits

// ask resolves when the call may go on. Whatever else happens it rejects, and OpenCode then
// refuses the call and shows the message to the model.
const ask = (event) =>
  new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(why))
    const child = spawn(program, ["hook"], { cwd: "/", stdio: ["pipe", "ignore", "pipe"] })
    const late = setTimeout(() => {
      child.kill("SIGKILL")
      refuse("bashguard gave no answer in time, so this call is refused")
    }, limit)
    let said = ""
    child.stderr.setEncoding("utf8")
    child.stderr.on("data", (text) => (said += text))
    child.stdin.on("error", () => {}) // it may answer before it has read all
    child.on("error", (fault) => {
      clearTimeout(late)
      refuse(`bashguard could not be started, so this call is refused: ${fault.message}`)
    })
    child.on("close", (code) => {
      clearTimeout(late)
      if (code === 0) resolve()
      else refuse(said.trim() || `bashguard ended by ${code === null ? "a signal" : `exit code ${code}`}, so this call is refused`)
    })
    child.stdin.end(event)
  })

export const Bashguard = async ({ directory, worktree }) => ({
  "tool.execute.before": async (input, output) => {
    const { tool, sessionID, callID } = input
    await ask(JSON.stringify({ input: { tool, sessionID, callID }, output: { args: output.args }, directory, worktree }))
  },
})
