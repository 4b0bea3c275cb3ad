import { readdirSync, readFileSync } from "node:fs"

/** CPU seconds used so far and resident memory (MiB) of a group of processes. */
export interface Usage {
  readonly cpuSeconds: number
  readonly memory: number
}

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

const statOf = (
  pid: string
): { readonly parent: number; readonly name: string; readonly cpuSeconds: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const close = text.lastIndexOf(")")
    const fields = text.slice(close + 2).split(" ")
    return {
      name: text.slice(text.indexOf("(") + 1, close),
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    }
  } catch {
    return undefined // the process has ended
  }
}

const memoryOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The usage of one process; `undefined` on systems without /proc. */
export const ofProcess = (pid: number): Usage | undefined => {
  const stat = statOf(String(pid))
  return stat === undefined ? undefined : { cpuSeconds: stat.cpuSeconds, memory: Math.round(memoryOf(pid)) }
}

/** The usage of PostgreSQL: its first process and all that it started, including those that have ended. */
export const ofPostgres = (postmaster: number): Usage | undefined => {
  const first = statOf(String(postmaster))
  if (first === undefined) return undefined
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
    .map(statOf).filter((stat) => stat?.parent === postmaster)
  return {
    cpuSeconds: first.cpuSeconds + children.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), 0),
    memory: Math.round(memoryOf(postmaster))
  }
}
