import { type EventFileInvalid, parse, type ParsedFile } from "@wristbank/core/eventfile/EventFileText"
import { Effect } from "effect"
import { type InputFileNotRead, readInputFile } from "./InputFile.ts"

/** Reads the file of an event. */
export const readEventFile = (path: string): Effect.Effect<ParsedFile, EventFileInvalid | InputFileNotRead> =>
  Effect.flatMap(
    readInputFile(path),
    (bytes) => Effect.fromResult(parse(path, new TextDecoder().decode(bytes)))
  )
