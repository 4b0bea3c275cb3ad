// How much a browser loads before an application shows its first screen: `node scripts/web/sizes.ts`.
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { type BuildRecord, recordFile } from "./applications.ts"
import { ensureBuilt } from "./built.js"

/** The scripts and styles of the first screen of an application. */
export interface FirstScreen {
  readonly application: string
  /** Bytes of all of them, compressed by Brotli as they are sent. */
  readonly bytes: number
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number }>
  /** Source files of other applications among them. */
  readonly foreign: ReadonlyArray<string>
}

/** The first screens of the applications in the folder of a build. */
export const firstScreens = async (folder: string): Promise<ReadonlyArray<FirstScreen>> => {
  const { applications }: BuildRecord = JSON.parse(await readFile(join(folder, recordFile), "utf8"))
  return Promise.all(
    Object.entries(applications).map(async ([application, { firstScreen, firstSources }]) => {
      const files = await Promise.all(
        firstScreen.map(async (name) => ({ name, bytes: (await stat(join(folder, `${name}.br`))).size }))
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
