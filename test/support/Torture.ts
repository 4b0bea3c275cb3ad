import { appendFileSync } from "node:fs"

/** Seconds for the rounds of each setting, from `npm run torture -- --minutes N`; otherwise without limit. */
const seconds = Number(process.env.TORTURE_SECONDS ?? Infinity)

/** The file whose lines `npm run torture` shows in its summary. */
const figures = process.env.TORTURE_FIGURES

/** The numbers of the rounds of a suite from 0: `count` of them, or fewer when its time is over, but at least one. */
export function* rounds(count: number): Generator<number, void> {
  const end = performance.now() + seconds * 1_000
  for (let round = 0; round < count && (round === 0 || performance.now() < end); round++) yield round
}

/** The test file that runs; empty in a script. */
let running = ""

/** Says which test file runs, to whose part of the torture the next lines belong. */
export const startFile = (file: string): void => {
  running = file
}

/** Prints what a suite did and what it lost, and brings the line into the summary of the torture, with its test file. */
export const tell = (line: string): void => {
  process.stdout.write(`${line}\n`)
  if (figures !== undefined) appendFileSync(figures, `${running}\t${line}\n`)
}

/** A number for people, as in `48,112`, with what is counted: `1 kill`, `2 kills`. */
export const counted = (n: number, one?: string, many = `${one}s`): string =>
  one === undefined ? n.toLocaleString("en") : `${n.toLocaleString("en")} ${n === 1 ? one : many}`
