import { readdirSync, readFileSync } from "node:fs"

/** CPU seconds used so far and resident memory (MiB) of a group of processes. */
export interface Usage {
  readonly cpuSeconds: number
  readonly memory: number
}

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

interface Stat {
  readonly parent: number
  readonly cpuSeconds: number
  /** Of children that have ended. */
  readonly endedSeconds: number
}

const statOf = (pid: string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond
    return { parent: Number(fields[1]), cpuSeconds: seconds(11), endedSeconds: seconds(13) }
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

/** The ids of the processes that a process started and that still run. */
const childrenOf = (pid: number): ReadonlyArray<string> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid)

const cpuSecondsOf = (pids: ReadonlyArray<string>): number =>
  pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0)

/** The usage of a server: its main process and its server processes, if it has some. */
export const ofServer = (main: number): Usage | undefined => {
  const first = ofProcess(main)
  if (first === undefined) return undefined
  const children = childrenOf(main)
  return {
    cpuSeconds: first.cpuSeconds + cpuSecondsOf(children),
    memory: children.reduce((sum, pid) => sum + (ofProcess(Number(pid))?.memory ?? 0), first.memory)
  }
}

/** The usage of a process and all that it started, including those that have ended; the memory is that of the first. */
export const ofProcesses = (pid: number): Usage | undefined => {
  const first = statOf(String(pid))
  if (first === undefined) return undefined
  return {
    cpuSeconds: first.cpuSeconds + first.endedSeconds + cpuSecondsOf(childrenOf(pid)),
    memory: Math.round(memoryOf(pid))
  }
}
