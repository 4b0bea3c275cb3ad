import { parse } from "csv-parse"
import type { Readable } from "node:stream"
import { Transform } from "node:stream"
import { crc32 } from "node:zlib"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import { dialect } from "./Table.ts"

/** A row below the heading. */
export interface FileRow {
  /** From 1. */
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

/** The description of the files has some 100,000. */
const maxWholeBytes = 4_000_000

/** The longest rows have a certificate of some thousand. */
const maxRowCharacters = 1_000_000

/** The content of a file can't be decoded; the message says why. */
export class Unreadable extends Error {}

/** The files of a package, each read as a stream; several may be read side by side. */
export class PackageReader {
  /** In the order of the package; a name may occur twice. */
  readonly names: ReadonlyArray<string>
  private readonly zip: ZipFile
  private readonly entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyArray<Entry>) {
    this.zip = zip
    this.names = entries.map(({ fileName }) => fileName)
    this.entries = new Map(entries.map((entry) => [entry.fileName, entry]))
  }

  static async open(path: string): Promise<PackageReader> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    const entries: Array<Entry> = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return new PackageReader(zip, entries)
  }

  close(): void {
    this.zip.close()
  }

  /** Reads a small file completely; limited, because a ZIP may unpack to more than fits into memory. */
  async bytes(name: string): Promise<Uint8Array> {
    const { uncompressedSize = 0 } = this.entries.get(name) ?? {}
    if (uncompressedSize > maxWholeBytes) throw new Error(`The file is larger than ${maxWholeBytes} bytes`)
    const chunks: Array<Uint8Array> = []
    for await (const chunk of await this.stream(name)) chunks.push(chunk as Uint8Array)
    return Buffer.concat(chunks)
  }

  /** The heading of a file, then its rows; fails as `Unreadable`. */
  async *rows(name: string): AsyncGenerator<FileRow> {
    let row = 0
    try {
      const parser = (await this.stream(name)).compose(decoder()).compose(
        parse({
          delimiter: dialect.delimiter,
          record_delimiter: dialect.recordDelimiter,
          quote: dialect.quote,
          relax_column_count: true,
          max_record_size: maxRowCharacters
        })
      )
      for await (const cells of parser) yield { row: row++, cells: cells as ReadonlyArray<string> }
    } catch (error) {
      throw new Unreadable(error instanceof Error ? error.message : String(error))
    }
  }

  private async stream(name: string): Promise<Readable> {
    const entry = this.entries.get(name)
    if (entry === undefined) throw new Error("The file is missing")
    const packed = await this.zip.openReadStreamPromise(entry)
    const counted = counter(entry)
    packed.on("error", (error) => counted.destroy(error))
    return packed.pipe(counted)
  }
}

/** Passes bytes on; fails if their checksum differs from that of the packed ones. */
const counter = ({ crc32: expected }: Entry): Transform => {
  let sum = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === expected ? null : new Error("The file is damaged: its checksum is another"))
    }
  })
}

/** Decodes UTF-8 without loss. */
const decoder = (): Transform => {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const decode = (chunk: Uint8Array | undefined, done: (error: Error | null, text?: string) => void) => {
    try {
      done(null, chunk === undefined ? utf8.decode() : utf8.decode(chunk, { stream: true }))
    } catch {
      done(new Error("The file is not UTF-8"))
    }
  }
  return new Transform({
    readableObjectMode: false,
    encoding: "utf8",
    transform: (chunk: Uint8Array, _, done) => decode(chunk, done),
    flush: (done) => decode(undefined, done)
  })
}
