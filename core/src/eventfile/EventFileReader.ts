import { Effect } from "effect"
import { extname } from "node:path"
import type { Language } from "../base/Language.ts"
import { inParsingThread } from "../base/ParsingThreads.ts"
import type { ServiceUnavailable } from "../base/Refusal.ts"
import { text } from "../base/Sentence.ts"
import type { Contents } from "./EventFile.ts"
import { EventFileInvalid, type LocatedProblem } from "./EventFileInvalid.ts"
import type { ParsedFile } from "./EventFileText.ts"

/** A file that came over the network. */
export interface FileTask {
  /** What messages call it. */
  readonly name: string
  readonly text: string
  readonly language: Language
  /** Those sent with it, by their path or by their name alone, as browsers know no folders. */
  readonly pictures: Readonly<Record<string, Uint8Array>>
  /** Why any other picture is missing. */
  readonly missing: string
}

/** Where a section of a file is, and each of its objects. */
interface SectionPlaces {
  readonly whole: LocatedProblem
  readonly entries: ReadonlyArray<LocatedProblem>
}

/** What the thread answers. */
export type FileAnswer =
  | { readonly problems: ReadonlyArray<LocatedProblem> }
  | { readonly contents: Contents; readonly places: Readonly<Record<string, SectionPlaces>> }

const apart = inParsingThread<FileTask, FileAnswer>(
  new URL(`EventFileThread${extname(import.meta.url)}`, import.meta.url),
  ({ language }) => ({ problems: [{ ...start, path: "", message: tooSlow[language] }] })
)

const start = { line: 1, column: 1 }
const tooSlow = text({ en: "The file takes too long to read", de: "Das Lesen der Datei dauert zu lange" })

/** Reads an event's file in a thread. Problems are located by section and object, as steps name no fields. */
export const readEventFile = (task: FileTask): Effect.Effect<ParsedFile, EventFileInvalid | ServiceUnavailable> =>
  Effect.flatMap(apart(task), (answer) => {
    if ("problems" in answer) return new EventFileInvalid({ file: task.name, problems: answer.problems })
    const { contents, places } = answer
    const locate: ParsedFile["locate"] = ({ message, path }) => {
      const [section, index] = path
      const found = section === undefined ? undefined : places[section]
      const place = (typeof index === "number" ? found?.entries[index] : undefined) ?? found?.whole ?? start
      return { line: place.line, column: place.column, path: path.join("."), message }
    }
    return Effect.succeed({ contents, locate })
  })
