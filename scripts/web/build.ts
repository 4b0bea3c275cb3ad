// Builds the web applications. The build is made beside the current one and becomes current by the rename of one small
// file, so neither an interrupted build nor a server that starts at the same moment sees half of it.
import { randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { extname, join, relative } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { build } from "vite"
import { configOf } from "../../web/vite.config.ts"
import { applications, type BuildRecord, recordFile } from "./applications.ts"
import { builds, stampOf } from "./built.js"

// Set by whoever starts the build, such as a test runner, another value would bundle the development version of React.
process.env["NODE_ENV"] = "production"

const root = join(import.meta.dirname, "../..")

/** Files that shrink when compressed. */
const compressible = new Set([".css", ".js", ".svg", ".webmanifest"])

const compress = async (path: string) => {
  const content = await readFile(path)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 })
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}

const compressAll = async (folder: string) => {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter((name) => compressible.has(extname(name))).map((name) => compress(join(folder, name))))
}

/** A build that another process began this many milliseconds ago may still be under way, or be loaded by a server. */
const mayBeInUse = 10 * 60_000

const removeOldBuilds = async (current: string) => {
  for (const name of await readdir(builds)) {
    if (name === ".stamp" || name === current) continue
    const path = join(builds, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - mayBeInUse) await rm(path, { recursive: true, force: true })
  }
}

/** Builds the applications one by one into one folder; returns the record of all. */
const buildAll = async (path: string): Promise<BuildRecord> => {
  const records: Array<BuildRecord> = []
  for (const name of applications) {
    const config = configOf([name])
    await build({
      ...config,
      configFile: false,
      logLevel: "warn",
      build: { ...config.build, outDir: path, emptyOutDir: false }
    })
    records.push(JSON.parse(await readFile(join(path, recordFile), "utf8")))
  }
  const record: BuildRecord = {
    applications: Object.assign({}, ...records.map((one) => one.applications)),
    elsewhere: [...new Set(records.flatMap(({ elsewhere }) => elsewhere))].toSorted()
  }
  await writeFile(join(path, recordFile), JSON.stringify(record, null, 2))
  return record
}

const main = async () => {
  await mkdir(builds, { recursive: true })
  const folder = randomUUID()
  const path = join(builds, folder)
  try {
    const before = stampOf([])
    const record = await buildAll(path)
    await compressAll(path)
    if (stampOf([]) !== before) throw new Error("The sources changed during the build; start again.")
    const elsewhere = record.elsewhere.map((file) => relative(root, file))
    const draft = join(builds, `${folder}.stamp`)
    await writeFile(draft, JSON.stringify({ folder, stamp: stampOf(elsewhere), elsewhere }))
    await rename(draft, join(builds, ".stamp"))
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    throw error
  }
  await removeOldBuilds(folder)
}

await main()
