import { isSpoiltCode, isUntypable } from "../base/SpoiltCell.ts"
import { tableIn, unprotected } from "../base/TableText.ts"

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
  | "cut"
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

/** A row, as far as its form tells whether the file ends early. */
interface RowForm {
  readonly cells: number
  readonly pin: number
}

/** As many rows that are alike come from a program, and their next one would be like them. */
const mostTyped = 20

/**
 * Whether the file seems to end within its last row: no line break is there, and the row has fewer cells or a shorter PIN than all others,
 * which are alike. Many a file without a last line break is whole.
 */
const isCutOff = (text: string, rows: ReadonlyArray<RowForm>): boolean => {
  const last = rows.at(-1)
  const others = rows.slice(0, -1)
  const first = others[0]
  if (last === undefined || first === undefined || others.length < mostTyped || /[\r\n]$/.test(text)) return false
  const isShorter = (of: (row: RowForm) => number) =>
    of(last) < of(first) && others.every((row) => of(row) === of(first))
  return isShorter(({ cells }) => cells) || isShorter(({ pin }) => pin)
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
  const pinOf = (cells: ReadonlyArray<string>) => unprotected(cells[pinAt] ?? "").normalize("NFC")
  const tags = rows.slice(hasNames ? 1 : 0)
  const isCut = isCutOff(text, tags.map(({ cells }) => ({ cells: cells.length, pin: pinOf(cells).length })))
  return tags.map(({ cells, line }, at): FileTag => {
    const pin = pinOf(cells)
    const written = unprotected(cells[kindsAt] ?? "").split(",").map((name) => name.trim()).filter((name) =>
      name !== ""
    )
    const first = seen.get(pin.toLowerCase())
    if (first === undefined) seen.set(pin.toLowerCase(), line)
    // The rest of a number with a comma, for one, would be left out without a word.
    const isLong = hasNames && cells.slice(names.length).some((cell) => cell !== "")
    const problem = pinProblem(pin) ??
      (isCut && at === tags.length - 1
        ? "cut"
        : first !== undefined
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
