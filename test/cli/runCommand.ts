import { execFile } from "node:child_process"
import { join, resolve } from "node:path"

/** The outcome of a run of the command line. */
export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export const wristbank = join(resolve(import.meta.dirname, "../.."), "cli/bin/wristbank.js")

/** Runs the command line in a process of its own, from a folder, with settings from environment variables only. */
export const runCommand = (
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>>; readonly program?: string }
) =>
  new Promise<Outcome>((done) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: options.cwd, ...options.environment }
    const child = execFile(
      process.execPath,
      [options.program ?? wristbank, ...args],
      { cwd: options.cwd, env },
      (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr })
    )
  })
