import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { say, text } from "../base/Sentence.ts"

/** A problem of a file, and where it is. */
export const LocatedProblem = Schema.Struct({
  /** From 1. */
  line: Schema.Int,
  column: Schema.Int,
  /** As `products.3.price`; empty for the file as a whole. */
  path: Schema.String,
  message: Schema.String
})
export type LocatedProblem = typeof LocatedProblem.Type

const invalid = {
  first: text({ en: "Line {line}: {problem}", de: "Zeile {line}: {problem}" }),
  more: text({ en: "{first:sentence} (and {count} more)", de: "{first:sentence} (und {count} weitere)" })
}

/** The file is no YAML, or describes no event. Its message has a line for each problem. */
export class EventFileInvalid extends Schema.TaggedError<EventFileInvalid>()("EventFileInvalid", {
  file: Schema.String,
  problems: Schema.Array(LocatedProblem)
}, { httpApiStatus: 400 }) {
  override readonly message = this.problems.map((problem) => lineOf(this.file, problem)).join("\n")

  /** The first problem, in the language in which the file was read, and the number of the others. */
  messageIn(language: Language): string {
    const [problem, ...others] = this.problems
    if (problem === undefined) return this.file
    const { line, message, path } = problem
    const first = say(invalid.first, { line, problem: path === "" ? message : `${path}: ${message}` })
    return (others.length === 0 ? first : say(invalid.more, { first, count: others.length }))(language)
  }
}

/** A problem in one line, as compilers and editors write it. */
export const lineOf = (file: string, { column, line, message, path }: LocatedProblem): string =>
  `${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`
