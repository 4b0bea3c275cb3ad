import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { apart } from "@wristbank/core/eventfile/EventFilePictures"
import { print } from "@wristbank/core/eventfile/EventFileText"
import { Effect } from "effect"
import { dirname, join, parse } from "node:path"
import { type Destination, type FileNotWritten, mayWrite, writeWhole } from "../files/OutputFile.ts"

/** Writes an event's file and its pictures beside it; returns a line for each. */
export const writeEventFile = Effect.fnUntraced(
  function*({ force, path }: Destination, contents: Contents): Effect.fn.Return<string, FileNotWritten> {
    const { contents: described, pictures } = apart(contents, parse(path).name)
    const beside = Array.from(pictures, ([name, data]) => [{ path: join(dirname(path), name), force }, data] as const)
    yield* Effect.forEach(beside, ([destination]) => mayWrite(destination), { discard: true })
    // The file comes last, so that its readers find its pictures.
    const written = yield* Effect.forEach(
      [...beside, [{ path, force }, print(described)] as const],
      ([destination, content]) => writeWhole(destination, content)
    )
    return written.map((one) => `Written to ${one}`).join("\n")
  }
)
