// A process that runs one command after the other, so that tests need not start a process for each. It reads lines with the
// folder and the arguments of a command as JSON, and answers each with its outcome.
import { run } from "@oclif/core"
import { createInterface } from "node:readline"
import { wristbank } from "./runCommand.ts"

const answer = process.stdout.write.bind(process.stdout)
const written = { stdout: "", stderr: "" }

for (const stream of ["stdout", "stderr"] as const) {
  process[stream].write = (chunk: Uint8Array | string) => {
    written[stream] += String(chunk)
    return true
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  written.stdout = ""
  written.stderr = ""
  process.exitCode = 0
  const { args, cwd } = JSON.parse(line)
  process.chdir(cwd)
  await run(args, wristbank).catch((error: unknown) => {
    process.exitCode = 1
    written.stderr += String(error)
  })
  answer(`${JSON.stringify({ code: process.exitCode, ...written })}\n`)
}
process.exitCode = 0
