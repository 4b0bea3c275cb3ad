import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants, gzip, gzipSync } from "node:zlib"
import { bestEncoding, type Encoding, isNamedBy } from "./ContentEncoding.ts"

/** A file in the forms that clients accept. */
export interface WebFile {
  readonly contentType: string
  /** Identifies the content. */
  readonly hash: string
  readonly forms: ReadonlyMap<Encoding, Uint8Array>
}

/** Only files of these kinds are served: neither records of the build nor source maps. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".mp3", "audio/mpeg"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".wasm", "application/wasm"],
  [".webmanifest", "application/manifest+json"],
  [".woff2", "font/woff2"]
])

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("base64url").slice(0, 22)

/** Reads the files in a folder and below it, by their path from there, such as `/assets/portal-4f2a.js`. */
export const readWebFiles = async (folder: string): Promise<ReadonlyMap<string, WebFile>> => {
  const names = await readdir(folder, { recursive: true })
  const known = new Set(names)
  const read = async (name: string, contentType: string): Promise<[string, WebFile]> => {
    const content = await readFile(join(folder, name))
    const forms = new Map<Encoding, Uint8Array>([["identity", content]])
    if (known.has(`${name}.br`)) forms.set("br", await readFile(join(folder, `${name}.br`)))
    if (known.has(`${name}.gz`)) forms.set("gzip", await readFile(join(folder, `${name}.gz`)))
    return [`/${name.split(sep).join("/")}`, { contentType, hash: hashOf(content), forms }]
  }
  return new Map(
    await Promise.all(names.flatMap((name) => {
      const contentType = contentTypes.get(extname(name))
      return contentType === undefined ? [] : [read(name, contentType)]
    }))
  )
}

/**
 * A text file whose placeholders are replaced; compressed here, as the build can't know what they become. The best quality (11)
 * would take up to 100 ms of each start for some 100 bytes.
 */
export const filledIn = (file: WebFile, values: Readonly<Record<string, string>>): WebFile => {
  let text = new TextDecoder().decode(file.forms.get("identity"))
  for (const [placeholder, value] of Object.entries(values)) text = text.replaceAll(placeholder, () => value)
  const content = new TextEncoder().encode(text)
  return {
    contentType: file.contentType,
    hash: hashOf(content),
    forms: new Map<Encoding, Uint8Array>([
      ["br", brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
      ["gzip", gzipSync(content)],
      ["identity", content]
    ])
  }
}

/** A text in all forms, compressed by other threads. */
export const textFile = (contentType: string, text: string): Promise<WebFile> =>
  bytesFile(contentType, new TextEncoder().encode(text))

/** As `textFile`, for text in UTF-8. */
export const bytesFile = async (contentType: string, content: Uint8Array): Promise<WebFile> => {
  const [br, gzipped] = await Promise.all([
    compressAsBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressAsGzip(content)
  ])
  return {
    contentType,
    hash: hashOf(content),
    forms: new Map<Encoding, Uint8Array>([["br", br], ["gzip", gzipped], ["identity", content]])
  }
}

/** A file that is sent as it is. */
export const plainFile = (contentType: string, content: Uint8Array): WebFile => ({
  contentType,
  hash: hashOf(content),
  forms: new Map([["identity", content]])
})

const compressAsBrotli = promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliCompress)
const compressAsGzip = promisify<Uint8Array, Uint8Array>(gzip)

/** The bytes that a client gets of a file. */
export const sizeFor = (request: HttpServerRequest.HttpServerRequest, { forms }: WebFile): number =>
  forms.get(bestEncoding(request.headers["accept-encoding"], new Set(forms.keys())))!.byteLength

/** Answers with a file, or with 304 when the client has it already. */
export const fileResponse = (
  request: HttpServerRequest.HttpServerRequest,
  file: WebFile,
  headers: Readonly<Record<string, string>>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const encoding = bestEncoding(request.headers["accept-encoding"], new Set(file.forms.keys()))
  // Each form has a tag of its own, as a strong tag stands for the same bytes.
  const etag = encoding === "identity" ? `"${file.hash}"` : `"${file.hash}-${encoding}"`
  const all = { ...headers, etag, vary: "Accept-Encoding" }
  if (isNamedBy(request.headers["if-none-match"], etag)) {
    return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: all }))
  }
  return Effect.succeed(HttpServerResponse.uint8Array(file.forms.get(encoding)!, {
    contentType: file.contentType,
    headers: encoding === "identity" ? all : { ...all, "content-encoding": encoding }
  }))
}
