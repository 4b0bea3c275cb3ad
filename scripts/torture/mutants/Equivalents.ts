import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Mutant } from "./MutatedSource.ts"

/** A mutant that changes nothing that anyone can see, by its place, and why that is so. */
export interface Equivalent {
  readonly file: string
  readonly within: string
  readonly from: string
  readonly to: string
  /** Which of several that are alike, from 0; absent for all of them. */
  readonly nth?: number
  readonly reason: string
}

export const equivalents: ReadonlyArray<Equivalent> = JSON.parse(
  readFileSync(join(import.meta.dirname, "equivalents.json"), "utf8")
)

export const matches = (mark: Equivalent, mutant: Mutant): boolean =>
  mark.file === mutant.file && mark.within === mutant.within && mark.from === mutant.from && mark.to === mutant.to &&
  (mark.nth === undefined || mark.nth === mutant.nth)
