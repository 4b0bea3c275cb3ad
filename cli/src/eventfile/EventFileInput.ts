import type { EventFileInvalid } from "@wristbank/core/eventfile/EventFileInvalid"
import type { ReadBeside } from "@wristbank/core/eventfile/EventFilePictures"
import { parse, type ParsedFile } from "@wristbank/core/eventfile/EventFileText"
import { largestPicture } from "@wristbank/core/till/SiteMap"
import { Effect, Result } from "effect"
import { readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { whyUnread } from "../files/FileFault.ts"
import { type InputFileNotRead, readInputFile } from "../files/InputFile.ts"

/** Reads pictures in the folder of a file. */
const besideOf = (file: string): ReadBeside => (path) => {
  const picture = join(dirname(file), path)
  return Result.try({
    try: () => {
      if (statSync(picture).size > largestPicture) throw new Error(`it is larger than ${largestPicture / 2 ** 20} MiB`)
      return readFileSync(picture)
    },
    catch: whyUnread
  })
}

/** Reads the file of an event, with the pictures beside it. */
export const readEventFile = (path: string): Effect.Effect<ParsedFile, EventFileInvalid | InputFileNotRead> =>
  Effect.flatMap(
    readInputFile(path),
    (bytes) => Effect.fromResult(parse(path, new TextDecoder().decode(bytes), { readBeside: besideOf(path) }))
  )
