import type { Display } from "./Progress.ts"

/** A line at the start and one at the end of each step, for logs and pipes. */
export const openDisplay = (write: (line: string) => void = toStandardError): Display => {
  const shown = new Map<number, string>()
  let shownNotes = 0
  return {
    show: (steps, notes) => {
      steps.forEach(({ label, seconds, state }, at) => {
        const line = state === "running" ? `${label} …` : `${label}: ${state} (${seconds.toFixed(1)} s)`
        if (shown.get(at) === line) return
        shown.set(at, line)
        write(line)
      })
      for (; shownNotes < notes.length; shownNotes++) write(notes[shownNotes] ?? "")
    },
    close: () => undefined
  }
}

const toStandardError = (line: string) => {
  process.stderr.write(`${line}\n`)
}
