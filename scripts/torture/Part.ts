import type { Sizes } from "./Sizes.ts"

/** A part: test files with their settings, or a script of the project. */
export type Part =
  & {
    readonly name: string
    /** Its purpose, as the page about testing describes it. */
    readonly what: string
    /** What not every machine has; without it the part is left out. */
    readonly needs?: { readonly what: string; readonly isThere: () => boolean }
  }
  & (Suites | Script)

export interface Suites {
  readonly tests: ReadonlyArray<string>
  /** Files that these import and that read settings. */
  readonly support?: ReadonlyArray<string>
  /** More of it takes longer in proportion. */
  readonly sizes?: Sizes
  /** Numbers of rounds, which a suite ends when its time is over. */
  readonly rounds?: Sizes
  /** Settings that make each case larger: at full size only. */
  readonly depths?: Sizes
  /** In how many equal shares its full size can be done, if in more than one: each has other cases. */
  readonly shares?: number
}

export interface Script {
  /** Arguments of Node, the script first. */
  readonly script: (minutes: number) => ReadonlyArray<string>
  /** Minutes that it takes at least. */
  readonly least: number
}
