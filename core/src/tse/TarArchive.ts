import { DateTime } from "effect"
import { createTarDecoder, createTarPacker } from "modern-tar"

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** When it was changed last; what is read has none. */
  readonly at?: DateTime.Utc
}

/** Packs files as they come, no faster than the archive is read. */
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
  packAll().catch((cause: unknown) => controller.error(cause)) // the reader learns of it
  return readable
}

/** The files of an archive, one at a time; throws when it is invalid or cut off. */
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
    // What a decoder says of noise in the place of a header helps nobody.
    throw isArchive ? cause : new Error("it is no TAR archive", { cause })
  }
}
