import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin, Rolldown } from "vite"

/** The folder of the sources of all applications. */
const sources = join(import.meta.dirname, "../../web")

/** The applications: each folder with a page is one. */
export const applications: ReadonlyArray<string> = readdirSync(sources).filter((name) =>
  existsSync(join(sources, name, "index.html"))
)

/** What a build holds, written to `recordFile` in its folder; the file is not served. */
export interface BuildRecord {
  readonly applications: Readonly<Record<string, ApplicationRecord>>
  /** Files of other workspaces that were bundled, as absolute paths. */
  readonly elsewhere: ReadonlyArray<string>
}

interface ApplicationRecord {
  /** Scripts and styles that the browser loads before anything can be shown. */
  readonly firstScreen: ReadonlyArray<string>
  /** Source files of the first screen, without packages, as paths below `web`. */
  readonly firstSources: ReadonlyArray<string>
  /** All files that the application can ever load. */
  readonly all: ReadonlyArray<string>
}

export const recordFile = "build.json"

/** Files beside a page that are served as they are, below the address of the application. */
const besidePage = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"]

/** Builds applications, each with its service worker, manifest and icons, and records what the build holds. */
export const applicationFiles = (names: ReadonlyArray<string>): Plugin => ({
  name: "application-files",
  transformIndexHtml: {
    order: "post",
    handler: (html, { path, server }) => {
      const application = /^\/?(\w+)\//.exec(path)?.[1] ?? ""
      // Without a manifest a page registers no service worker, which would be in the way of the development server.
      return server === undefined ? { html, tags: pageLinks } : html.replaceAll("__BASE__", `/${application}`)
    }
  },
  configureServer: ({ middlewares }) => {
    // Addresses inside an application are those of its page, as on the real server.
    middlewares.use((request, _, next) => {
      const [, application = ""] = /^\/(\w+)\/[^.@]*(?:\?.*)?$/.exec(request.url ?? "") ?? []
      if (applications.includes(application)) request.url = `/${application}/index.html`
      next()
    })
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const records = Object.fromEntries(names.map((name) => [name, recordOf(bundle, name)]))
      for (const name of names) {
        const emit = (file: string, source: string | Uint8Array) =>
          this.emitFile({ type: "asset", fileName: `${name}/${file}`, source })
        for (const file of besidePage) emit(file, readFileSync(join(sources, name, file)))
        emit("sw.js", workerOf(name, records[name]!, bundle))
      }
      const record: BuildRecord = { applications: records, elsewhere: elsewhereIn(bundle) }
      this.emitFile({ type: "asset", fileName: recordFile, source: JSON.stringify(record, null, 2) })
    }
  }
})

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

/** Names one chunk for all modules that an application loads before anything can be shown; others stay where the bundler puts them. */
export const firstScreenOf = (names: ReadonlyArray<string>) => {
  const first = new Map<string, string>()
  const follow = (id: string, name: string, modules: Modules) => {
    if (first.has(id)) return
    first.set(id, name)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) follow(next, name, modules)
  }
  return (id: string, modules: Modules): string | null => {
    if (first.size === 0) { for (const name of names) follow(join(sources, name, "index.html"), name, modules) }
    return first.get(id) ?? null
  }
}

const link = (attributes: Record<string, string>) => ({ tag: "link", attrs: attributes, injectTo: "head" as const })

const pageLinks = [
  link({ rel: "manifest", href: "__BASE__/manifest.webmanifest" }),
  link({ rel: "icon", type: "image/svg+xml", href: "__BASE__/icon.svg" }),
  link({ rel: "apple-touch-icon", href: "__BASE__/icon-192.png" })
]

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string>; readonly importedAssets: ReadonlySet<string> }
}

const isChunk = (output: Bundle[string] | undefined): output is Chunk => output?.type === "chunk"

/** The chunks that are loaded from a chunk on, by the imports that `next` names. */
const chunksFrom = (bundle: Bundle, start: string, next: (chunk: Chunk) => ReadonlyArray<string>) => {
  const found = new Map<string, Chunk>()
  const waiting = [start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || !isChunk(chunk)) continue
    found.set(name, chunk)
    waiting.push(...next(chunk))
  }
  return [...found.values()]
}

const filesOf = (chunks: ReadonlyArray<Chunk>) =>
  [...new Set(chunks.flatMap(({ fileName, viteMetadata }) => [fileName, ...viteMetadata?.importedCss ?? []]))]
    .toSorted()

const recordOf = (bundle: Bundle, name: string): ApplicationRecord => {
  const main = join(sources, name, "main.tsx")
  const entry = Object.values(bundle).find((output) => isChunk(output) && output.moduleIds.includes(main))
  if (entry === undefined) throw new Error(`the application ${name} has no entry`)
  const first = chunksFrom(bundle, entry.fileName, ({ imports }) => imports)
  const all = chunksFrom(bundle, entry.fileName, ({ dynamicImports, imports }) => [...imports, ...dynamicImports])
  const assets = all.flatMap(({ viteMetadata }) => [...viteMetadata?.importedAssets ?? []])
  return {
    firstScreen: filesOf(first),
    firstSources: modulesOf(first).filter((path) => path.startsWith(`${sources}/`)).map((path) =>
      path.slice(sources.length + 1)
    ),
    all: [...new Set([...filesOf(all), ...assets])].toSorted()
  }
}

/** The source files in chunks, without packages. */
const modulesOf = (chunks: ReadonlyArray<Chunk>) =>
  chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.replace(/\?.*$/, ""))
    .filter((path) => path.startsWith("/") && !path.includes("/node_modules/") && existsSync(path)).toSorted()

const elsewhereIn = (bundle: Bundle) =>
  modulesOf(Object.values(bundle).filter(isChunk)).filter((path) => !path.startsWith(`${sources}/`))

/** The service worker of an application. Its text differs whenever anything that it keeps differs. */
const workerOf = (application: string, { all }: ApplicationRecord, bundle: Bundle) => {
  const page = bundle[`${application}/index.html`]
  if (page?.type !== "asset") throw new Error(`the application ${application} has no page`)
  const version = createHash("sha256").update(all.join()).update(page.source).digest("hex").slice(0, 16)
  const files = all.map((file) => `/${file}`)
  return readFileSync(join(sources, "serviceWorker.js"), "utf8")
    .replace("__BUILD__", () => JSON.stringify({ application, version, files }))
}
