import { isSpoiltCode, isUntypable } from "../primitives/SpoiltCell.ts"
import { tableIn, unprotected } from "../primitives/TableText.ts"

/** A wristband of a file, with the line it stands in. */
export interface FileTag {
  readonly line: number
  readonly pin: string
  /** The names of its kinds; `undefined` where the file does not say. */
  readonly kinds: ReadonlyArray<string> | undefined
  readonly problem: Problem | undefined
}

export type Problem =
  | "cells"
  | "kind"
  | "longPin"
  | "noPin"
  | "quote"
  | "spoilt"
  | "taken"
  | "untypable"
  | { readonly sameAs: number }

/** Largest number of tags in one import. */
export const mostTags = 100_000
const longestPin = 255

/** The kinds of a wristband have commas between them, so that another sign that is there separates the columns. */
const separatorOf = (row: string): string => [";", "\t", "|"].find((separator) => row.includes(separator)) ?? ","

const pinProblem = (pin: string): Problem | undefined => {
  if (pin === "") return "noPin"
  if (pin.length > longestPin) return "longPin"
  if (isSpoiltCode(pin)) return "spoilt"
  return isUntypable(pin) ? "untypable" : undefined
}

/**
 * Reads a list of PINs. The first line may name the columns; without names the first column is the PIN and the second the
 * kinds, several with commas between them. Kinds other than the known ones are mistakes. Blank lines count and are left out.
 */
export const tagsIn = (text: string, known: ReadonlyArray<string>): ReadonlyArray<FileTag> => {
  const table = tableIn(text, null, separatorOf)
  if ("malformedAt" in table) return [{ line: table.malformedAt, pin: "", kinds: undefined, problem: "quote" }]
  const { rows } = table
  const names = rows[0]?.cells.map((name) => name.toLowerCase()) ?? []
  const hasNames = names.includes("pin")
  const pinAt = hasNames ? names.indexOf("pin") : 0
  const kindsAt = hasNames ? names.findIndex((name) => name === "variants" || name === "restriction") : 1
  const lower = known.map((name) => name.toLowerCase())
  const seen = new Map<string, number>()
  return rows.slice(hasNames ? 1 : 0).map(({ cells, line }): FileTag => {
    const pin = unprotected(cells[pinAt] ?? "").normalize("NFC")
    const written = unprotected(cells[kindsAt] ?? "").split(",").map((name) => name.trim()).filter((name) =>
      name !== ""
    )
    const first = seen.get(pin.toLowerCase())
    if (first === undefined) seen.set(pin.toLowerCase(), line)
    // The rest of a number with a comma, for one, would be left out without a word.
    const isLong = hasNames && cells.slice(names.length).some((cell) => cell !== "")
    const problem = pinProblem(pin) ??
      (first !== undefined
        ? { sameAs: first }
        : isLong
        ? "cells"
        : written.some((name) => !lower.includes(name.toLowerCase()))
        ? "kind"
        : undefined)
    return { line, pin, kinds: written.length === 0 ? undefined : written, problem }
  })
}

/** The tags with those marked whose PINs the server knows already. */
export const withTaken = (tags: ReadonlyArray<FileTag>, pins: ReadonlyArray<string>): ReadonlyArray<FileTag> => {
  const taken = new Set(pins.map((pin) => pin.toLowerCase()))
  return tags.map((tag) =>
    tag.problem === undefined && taken.has(tag.pin.toLowerCase()) ? { ...tag, problem: "taken" } : tag
  )
}
