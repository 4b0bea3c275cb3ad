import { DateTime } from "effect"
import { createTarDecoder, createTarPacker } from "modern-tar"

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Time of the last change; absent in files that were read. */
  readonly at?: DateTime.Utc
}

/** Packs files one at a time, as fast as the archive is read. */
export const pack = (files: AsyncIterable<ArchivedFile>): ReadableStream<Uint8Array> => {
  const { controller, readable } = createTarPacker()
  const packAll = async () => {
    for await (const { at, bytes, name } of files) {
      const mtime = DateTime.toDateUtc(at ?? DateTime.makeUnsafe(0))
      const writer = controller.add({ name, size: bytes.length, mtime }).getWriter()
      await writer.write(bytes)
      await writer.close()
    }
    controller.finalize()
  }
  packAll().catch((cause: unknown) => controller.error(cause)) // fails the reader
  return readable
}

/** Yields the files of an archive; throws if the archive is invalid or cut off. */
export async function* unpack(archive: ReadableStream<Uint8Array>): AsyncGenerator<ArchivedFile> {
  const decoder = createTarDecoder({ strict: true })
  let isArchive = false
  try {
    for await (const { body, header } of archive.pipeThrough(decoder)) {
      isArchive = true
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      if (header.type === undefined || header.type === "file") yield { name: header.name, bytes }
    }
  } catch (cause) {
    // The decoder's message about a bad header would not help anyone.
    throw isArchive ? cause : new Error("it is no TAR archive", { cause })
  }
}
