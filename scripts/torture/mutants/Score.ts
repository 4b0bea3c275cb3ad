import type { Equivalent } from "./Equivalents.ts"
import { matches } from "./Equivalents.ts"
import type { Outcome } from "./MutantTrial.ts"
import type { Mutant } from "./MutatedSource.ts"

export interface Tested extends Mutant {
  readonly outcome: Outcome
  /** Set if no one can see the mutant. */
  readonly mark: Equivalent | undefined
}

const isFound = ({ outcome }: Tested) => outcome === "killed" || outcome === "endless"

export const score = (tested: ReadonlyArray<Tested>) => {
  const found = tested.filter(isFound).length
  const marked = tested.filter((one) => !isFound(one) && one.mark !== undefined).length
  const missed = tested.length - found - marked
  return { found, marked, missed, percent: found + missed === 0 ? 100 : 100 * found / (found + missed) }
}

/** The score of each file, and the mutants that no test found. */
export const table = (tested: ReadonlyArray<Tested>): ReadonlyArray<string> =>
  Array.from(Map.groupBy(tested, ({ file }) => file)).flatMap(([file, those]) => {
    const { found, marked, missed, percent } = score(those)
    return [
      `${percent.toFixed(0).padStart(4)} %  ${file}: ${found} found, ${missed} not, ${marked} that no test can see`,
      ...those.filter((one) => !isFound(one) && one.mark === undefined).map(lineOf)
    ]
  })

const lineOf = ({ from, line, outcome, to, within }: Tested) =>
  `          line ${line}, ${within || "top"}, ${outcome}: ${from}  →  ${to}`

/** Marks of mutants that do not exist or that a test found. */
export const wrongMarks = (
  tested: ReadonlyArray<Tested>,
  all: ReadonlyArray<Mutant>,
  marks: ReadonlyArray<Equivalent>
): ReadonlyArray<string> =>
  marks.flatMap((mark) => {
    const name = `${mark.file}, ${mark.within}: ${mark.from}  →  ${mark.to}`
    if (!all.some((mutant) => matches(mark, mutant))) return [`No such mutant: ${name}`]
    return tested.some((one) => isFound(one) && matches(mark, one)) ? [`A test finds this mutant: ${name}`] : []
  })
