import { readFileSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { fromBufferPromise } from "yauzl"
import { ZipFile } from "yazl"

/** Files of a package by name, in their order. */
export type PackageFiles = ReadonlyMap<string, Buffer>

/** Reads a ZIP. */
export const unpacked = async (path: string): Promise<PackageFiles> => {
  const zip = await fromBufferPromise(readFileSync(path), { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

/** Makes a ZIP; a name may occur twice. */
export const packed = (files: Iterable<readonly [string, Buffer]>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}
