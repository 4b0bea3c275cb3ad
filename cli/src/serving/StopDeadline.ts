import { exitStatus } from "../shell/ExitStatus.ts"

const kills = new Set<() => void>()

/** Adds what ends a process that must not outlive this one at the deadline; returns what removes it again. */
export const killAtDeadline = (kill: () => void) => {
  kills.add(kill)
  return () => void kills.delete(kill)
}

/**
 * Ends this process once the milliseconds have passed, whatever still runs in it: what waits for a database or a device that
 * does not answer may wait for ever. Bookings that were answered are stored, and PostgreSQL repeats its log at the next start.
 */
export const startDeadline = (millis: number): void => {
  const timer = setTimeout(() => {
    process.stderr.write(`Not everything had ended ${millis / 1000} s after the signal, so the rest was cut off.\n`)
    for (const kill of kills) kill()
    process.exit(exitStatus.signal.status)
  }, millis)
  // It holds no process that has ended everything.
  timer.unref()
}
