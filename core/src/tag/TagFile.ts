/** A wristband of a file, with the line it stands in. */
export interface FileTag {
  readonly line: number
  readonly pin: string
  /** The names of its kinds; `undefined` where the file does not say. */
  readonly kinds: ReadonlyArray<string> | undefined
  readonly problem: Problem | undefined
}

export type Problem = "noPin" | "longPin" | "kind" | "taken" | { readonly sameAs: number }

/** Largest number of tags in one import. */
export const mostTags = 100_000
const longestPin = 255

/** The fields of a line: separated by commas, semicolons or tabs, in quotes where they contain one. */
const fieldsOf = (line: string, separator: string): ReadonlyArray<string> => {
  const fields: Array<string> = []
  let field = ""
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (isQuoted && character === "\"" && line[at + 1] === "\"") field += line[++at]
    else if (character === "\"" && (isQuoted || field === "")) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field.trim())
      field = ""
    } else field += character
  }
  return [...fields, field.trim()]
}

const separatorOf = (line: string): string => [";", "\t", ","].find((separator) => line.includes(separator)) ?? ","

/**
 * Reads a list of PINs. The first line may name the columns; without names the first column is the PIN and the second the
 * kinds, several with commas between them. Kinds other than the known ones are mistakes. Blank lines count and are left out.
 */
export const tagsIn = (text: string, known: ReadonlyArray<string>): ReadonlyArray<FileTag> => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)
  const separator = separatorOf(lines.find((line) => line.trim() !== "") ?? "")
  const named = lines.findIndex((line) => line.trim() !== "")
  const names = fieldsOf(lines[named] ?? "", separator).map((name) => name.toLowerCase())
  const hasNames = names.includes("pin")
  const pinAt = hasNames ? names.indexOf("pin") : 0
  const kindsAt = hasNames ? names.findIndex((name) => name === "variants" || name === "restriction") : 1
  const lower = known.map((name) => name.toLowerCase())
  const seen = new Map<string, number>()
  return lines.flatMap((line, index): ReadonlyArray<FileTag> => {
    if (line.trim() === "" || (hasNames && index === named)) return []
    const fields = fieldsOf(line, separator)
    const pin = (fields[pinAt] ?? "").normalize("NFC")
    const written = (fields[kindsAt] ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "")
    const kinds = written.length === 0 ? undefined : written
    const first = seen.get(pin.toLowerCase())
    if (first === undefined) seen.set(pin.toLowerCase(), index + 1)
    const problem: Problem | undefined = pin === ""
      ? "noPin"
      : pin.length > longestPin
      ? "longPin"
      : first !== undefined
      ? { sameAs: first }
      : written.some((name) => !lower.includes(name.toLowerCase()))
      ? "kind"
      : undefined
    return [{ line: index + 1, pin, kinds, problem }]
  })
}

/** The tags with those marked whose PINs the server knows already. */
export const withTaken = (tags: ReadonlyArray<FileTag>, pins: ReadonlyArray<string>): ReadonlyArray<FileTag> => {
  const taken = new Set(pins.map((pin) => pin.toLowerCase()))
  return tags.map((tag) =>
    tag.problem === undefined && taken.has(tag.pin.toLowerCase()) ? { ...tag, problem: "taken" } : tag
  )
}
