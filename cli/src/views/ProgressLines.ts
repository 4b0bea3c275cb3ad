import { type Display, portionText } from "./ProgressStep.ts"

/** A line at the start and one at the end of each step, and one for each tenth of its work, for logs and pipes. */
export const openDisplay = (write: (line: string) => void = toStandardError): Display => {
  const shown = new Map<number, string>()
  const tenths = new Map<number, number>()
  let shownNotes = 0
  return {
    show: (steps, notes) => {
      steps.forEach(({ label, portion, seconds, state }, at) => {
        if (portion !== undefined && portion.done < portion.total) {
          const tenth = Math.floor(portion.done * 10 / portion.total)
          if (tenth > (tenths.get(at) ?? 0)) write(`${label}: ${portionText(portion)}`)
          tenths.set(at, tenth)
          return
        }
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
