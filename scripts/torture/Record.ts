import { execFileSync } from "node:child_process"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import type { Part } from "./Part.ts"
import { type Outcome, root } from "./Run.ts"

/** One share of a part at full size, as a record has it: a line of JSON. */
export interface Share extends Outcome {
  /** The commit that was tested. */
  readonly version: string
  /** Its number among the shares of the part, from 1. */
  readonly share: number
  readonly shares: number
  /** When it ended, as ISO 8601. */
  readonly ended: string
}

/** In how many shares the full size of a part is done. */
export const sharesOf = (part: Part): number => "script" in part ? 1 : part.shares ?? 1

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()

/** The commit that is checked out. Fails if files differ from it: a record must say what was tested. */
export const versionHere = (): string => {
  const changed = git("status", "--porcelain")
  if (changed !== "") throw new Error(`A record is about one commit, and these files differ from it:\n${changed}`)
  return git("rev-parse", "HEAD")
}

/** The shares of this version that a record has; none if there is no such file. */
export const recorded = (file: string, version: string): ReadonlyArray<Share> =>
  existsSync(file)
    ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Share)
      .filter((one) => one.version === version)
    : []

export const record = (file: string, share: Share): void => appendFileSync(file, `${JSON.stringify(share)}\n`)

/** A share to be done. */
export interface Next {
  readonly part: Part
  readonly share: number
}

/**
 * The shares that have not passed yet, first the first share of every part: so a gate that ends early has tested something of
 * everything.
 */
export const sharesLeft = (parts: ReadonlyArray<Part>, done: ReadonlyArray<Share>): ReadonlyArray<Next> =>
  parts.flatMap((part) => Array.from({ length: sharesOf(part) }, (_, n): Next => ({ part, share: n + 1 })))
    .filter(({ part, share }) => !done.some((one) => one.name === part.name && one.share === share && one.passed))
    .toSorted((a, b) => a.share - b.share)

/** What a record says of each part, with the figures of every share. */
export const summaryOf = (parts: ReadonlyArray<Part>, done: ReadonlyArray<Share>): ReadonlyArray<string> =>
  parts.flatMap((part) => {
    const own = done.filter(({ name }) => name === part.name)
    const shares = sharesOf(part)
    const passed = new Set(own.filter((one) => one.passed).map(({ share }) => share)).size
    const failed = own.filter((one) => !one.passed).length
    const minutes = Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
    const state = failed > 0 ? "FAILED" : passed === shares ? "ok    " : "open  "
    return [
      `${state} ${part.name}: ${passed} of ${shares} shares passed, ${failed} failed, ${minutes} minutes`,
      ...own.flatMap(({ figures }) => figures.map((line) => `       ${line}`))
    ]
  })
