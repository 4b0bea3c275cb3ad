// Builds the web applications.
import { readdir, readFile, writeFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { build } from "vite"
import { configOf } from "../../web/vite.config.ts"
import { publishBuild } from "../publishBuild.ts"
import { applications, type BuildRecord, recordFile } from "./applications.ts"
import * as web from "./built.js"

// Set by the program that starts the build, such as a test runner, another value would bundle the development version of React.
process.env["NODE_ENV"] = "production"

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

await publishBuild(web, {
  make: async (folder) => {
    const { elsewhere } = await buildAll(folder)
    await compressAll(folder)
    return elsewhere
  }
})
