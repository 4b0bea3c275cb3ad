// How much a browser loads before an application shows its first screen: `node scripts/web/sizes.ts`.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { type BuildRecord, recordFile } from "./applications.ts"
import { ensureBuilt } from "./built.js"

/** The scripts and styles of the first screen of an application. */
export interface FirstScreen {
  readonly application: string
  /** Bytes of all of them, compressed by Brotli, with the same hash in the names of all files. */
  readonly bytes: number
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number }>
  /** Source files of other applications among them. */
  readonly foreign: ReadonlyArray<string>
}

/**
 * The bytes of a file as it is sent, but for the hashes in the names of others: a change of any file changes them all, and with them the
 * size by up to 150 bytes, either way.
 */
const sizeOf = async (path: string): Promise<number> => {
  const text = (await readFile(path, "utf8")).replaceAll(/-[\w-]{8}(?=\.(?:css|js)\b)/g, "-00000000")
  const content = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return (await promisify(brotliCompress)(content, { params })).length
}

/** The first screens of the applications in the folder of a build. */
export const firstScreens = async (folder: string): Promise<ReadonlyArray<FirstScreen>> => {
  const { applications }: BuildRecord = JSON.parse(await readFile(join(folder, recordFile), "utf8"))
  return Promise.all(
    Object.entries(applications).map(async ([application, { firstScreen, firstSources }]) => {
      const files = await Promise.all(
        firstScreen.map(async (name) => ({ name, bytes: await sizeOf(join(folder, name)) }))
      )
      const others = Object.keys(applications).filter((name) => name !== application)
      return {
        application,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        files,
        foreign: firstSources.filter((source) => others.some((name) => source.startsWith(`${name}/`)))
      }
    })
  )
}

if (import.meta.main) {
  for (const { application, bytes, files } of await firstScreens(await ensureBuilt())) {
    console.log(`${application}  ${(bytes / 1000).toFixed(1)} kB`)
    for (const file of files) console.log(`  ${(file.bytes / 1000).toFixed(1).padStart(6)} kB  ${file.name}`)
  }
}
