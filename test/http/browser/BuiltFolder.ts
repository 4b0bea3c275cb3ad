import { Effect } from "effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"

/** A script as a build names it. */
export const script = { path: "/assets/portal-4f2ac01b.js", text: `console.log("${"portal ".repeat(200)}")` }

/** The script that looks at addresses of portals, as a build names it. */
export const sight = "/assets/portalSight-Ab1_-9xZ.js"

const page = (title: string) =>
  `<!doctype html><meta name="wristbank-base" content="__BASE__"><title>${title}</title>` +
  `<link rel="manifest" href="__BASE__/manifest.webmanifest"><script type="module" src="${script.path}"></script>`

const files: Readonly<Record<string, string | Uint8Array>> = {
  "build.json": "{}",
  "portal/index.html": page("Portal"),
  "portal/sw.js": "const server = __SERVER__",
  "portal/manifest.webmanifest": "{}",
  "portal/icon-192.png": "png",
  "administration/index.html": page("Administration"),
  "administration/sw.js": "const server = __SERVER__",
  "till/index.html": page("Till"),
  "till/sw.js": "const server = __SERVER__",
  [script.path]: script.text,
  [`${script.path}.br`]: brotliCompressSync(script.text),
  [`${script.path}.gz`]: gzipSync(script.text),
  [sight]: "look()",
  [`${script.path}.map`]: "{}",
  ".vite/manifest.json": "{}"
}

/** A folder with built applications, removed when the scope closes. */
export const builtFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "wristbank-web-"))
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as sent. */
  readonly bytes: Buffer
  /** The text after decompression. */
  readonly text: string
}

/** Sends a request as it stands: `fetch` would tidy the path and decompress the answer. */
export const ask = (
  address: string | undefined,
  path: string,
  { headers = {}, method = "GET" }: { readonly method?: string; readonly headers?: Record<string, string> } = {}
): Effect.Effect<Answer> =>
  Effect.promise(() =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address!)
      request({ hostname, port, path, method, headers }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject).on("end", () => {
          const bytes = Buffer.concat(chunks)
          const answered = response.headers as Record<string, string>
          resolve({ status: response.statusCode!, headers: answered, bytes, text: decoded(bytes, answered) })
        })
      }).on("error", reject).end()
    })
  )

const decoded = (bytes: Buffer, headers: Readonly<Record<string, string>>): string => {
  if (bytes.length === 0) return ""
  if (headers["content-encoding"] === "br") return brotliDecompressSync(bytes).toString()
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString()
}
