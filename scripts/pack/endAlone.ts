import { isAlive } from "@wristbank/core/base/ProcessId"
import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { halfSentCall, isListening } from "../../test/cli/HalfSentCall.ts"
import { isGroupThere } from "./Project.ts"

/** A server whose command leads a process group. */
export interface Started {
  readonly child: ChildProcess
  readonly port: number
  /** The data folder of Wristbank. */
  readonly data: string
}

/** Milliseconds in which everything must have ended: `docker stop` and systemd units kill what runs longer. */
const limit = 10_000

/**
 * Sends a signal to the started command alone, while one call is being finished and another never is. Returns the seconds until
 * everything had ended: the command, all processes that it had started, and PostgreSQL. Throws if that takes more than ten.
 */
export const endAlone = async ({ child, data, port }: Started, signal: NodeJS.Signals): Promise<number> => {
  const group = child.pid ?? 0
  let begin = Infinity
  const elapsed = () => performance.now() - begin
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    while (!await isSo()) {
      if (elapsed() > limit) throw new Error(`${what} only more than ${limit / 1000} s after ${signal}`)
      await setTimeout(20)
    }
  }
  try {
    const postmaster = Number(readFileSync(join(data, "postgres/postmaster.pid"), "utf8").split("\n")[0])
    if (!isAlive(postmaster)) throw new Error(`PostgreSQL, process ${postmaster}, does not run`)
    const finish = await halfSentCall(port)
    await halfSentCall(port)
    begin = performance.now()
    child.kill(signal)
    await until(`port ${port} is closed`, async () => !await isListening(port))
    const answer = await finish()
    if (!/^HTTP\/1\.1 4\d\d .*registration/s.test(answer)) throw new Error(`the call under way got: ${answer}`)
    await until("all processes have ended", () => !isGroupThere(group))
    await until("PostgreSQL has ended", () => !isAlive(postmaster))
    return elapsed() / 1000
  } finally {
    if (isGroupThere(group)) process.kill(-group, "SIGKILL")
  }
}
