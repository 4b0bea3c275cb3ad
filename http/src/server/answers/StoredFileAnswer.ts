import { type StoredBlob, svgType } from "@wristbank/core/event/EventDesign"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { fileHeaders } from "../../api/StoredFile.ts"
import { bytesFile, fileResponse, plainFile, type WebFile } from "../browser/WebFile.ts"

/** The forms of the files that are in memory, each compressed once. */
const forms = new WeakMap<Uint8Array, Promise<WebFile>>()

const formsOf = ({ data, mime_type }: StoredBlob): Promise<WebFile> => {
  const known = forms.get(data)
  if (known !== undefined) return known
  // Other pictures are compressed in themselves.
  const made = mime_type === svgType ? bytesFile(svgType, data) : Promise.resolve(plainFile(mime_type, data))
  forms.set(data, made)
  return made
}

/** Answers with a stored file in the form that the client accepts, or with 304 when it has the file already. */
export const answerStored = <E, R>(file: Effect.Effect<StoredBlob, E, R>) =>
  Effect.gen(function*() {
    const stored = yield* file
    const request = yield* HttpServerRequest.HttpServerRequest
    return yield* fileResponse(request, yield* Effect.promise(() => formsOf(stored)), fileHeaders)
  })
