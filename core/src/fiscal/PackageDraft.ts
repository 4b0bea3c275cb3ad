import { DateTime, Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createReadStream, createWriteStream, readFileSync, type WriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Transform } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { createGunzip, createGzip, type Gzip } from "node:zlib"
import { ZipFile } from "yazl"
import type { Language } from "../base/Language.ts"
import { byRule, messageByRule, ruleFields } from "../base/Rule.ts"
import { headerCsv, rowsCsv } from "./Csv.ts"
import { exportRules } from "./ExportRules.ts"
import { grammarFile, indexFile, indexXml } from "./IndexXml.ts"
import type { Row, Table, Taxonomy } from "./Table.ts"

/** An export can't be written to its destination. */
export class PackageNotWritten extends Schema.TaggedError<PackageNotWritten>()("PackageNotWritten", ruleFields) {
  static readonly of = byRule(PackageNotWritten)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** A file that was written. */
export interface WrittenPackage {
  /** In hexadecimal. */
  readonly sha256: string
  readonly bytes: number
}

/** Number of rows that are converted to text at once. */
const rowsAtOnce = 500

/**
 * An unfinished export. Its files grow in parallel, but a ZIP contains them one after the other. They are therefore
 * kept, compressed, in a private folder beside the ZIP until all rows are written.
 */
export interface PackageDraft {
  readonly add: (file: string, rows: ReadonlyArray<Row>) => Effect.Effect<void, PackageNotWritten>
  /** Writes the ZIP; the same rows make the same bytes. Nothing is added afterwards. */
  readonly finish: Effect.Effect<WrittenPackage, PackageNotWritten>
}

/** Begins an export to the path. When the scope ends, everything but the ZIP is deleted. */
export const packageDraft = (path: string, taxonomy: Taxonomy) =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      attempt(path, () => mkdtemp(join(dirname(path), `.${basename(path)}-`))),
      (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
    )
    const parts = new Map(taxonomy.tables.map((table) => [table.file, new Part(folder, table)]))
    yield* Effect.addFinalizer(() => Effect.sync(() => parts.forEach((part) => part.abandon())))
    const add: PackageDraft["add"] = (file, rows) => {
      const part = parts.get(file)
      if (part === undefined) return Effect.die(`There is no file ${file} in DSFinV-K ${taxonomy.version}`)
      return part.take(rows) ? attempt(path, () => part.write()) : Effect.void
    }
    const finish: PackageDraft["finish"] = attempt(path, async () => {
      await Promise.all(Array.from(parts.values(), (part) => part.end()))
      return zipped(path, taxonomy, (file) => parts.get(file)!.path)
    })
    return { add, finish }
  })

const attempt = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, PackageNotWritten> =>
  Effect.tryPromise({
    try: work,
    catch: (cause) =>
      PackageNotWritten.of(exportRules.package_not_written, {
        path,
        reason: cause instanceof Error ? cause.message : String(cause)
      })
  })

/** One file of the export while it grows. */
class Part {
  readonly path: string
  private readonly table: Table
  private rows: Array<Row> = []
  private readonly packer: Gzip = createGzip({ level: 1 })
  private readonly output: WriteStream
  private readonly written: Promise<void>

  constructor(folder: string, table: Table) {
    this.table = table
    this.path = join(folder, `${table.file}.gz`)
    this.output = createWriteStream(this.path, { mode: 0o600 })
    this.written = pipeline(this.packer, this.output)
    // The next write reports the failure; until then it is only kept.
    this.written.catch(() => undefined)
    this.packer.write(headerCsv(table))
  }

  /** Adds rows; returns whether there are enough to write. */
  take(rows: ReadonlyArray<Row>): boolean {
    this.rows.push(...rows)
    return this.rows.length >= rowsAtOnce
  }

  async write(): Promise<void> {
    const text = rowsCsv(this.table, this.rows)
    this.rows = []
    if (this.packer.errored !== null || this.output.errored !== null) await this.written
    if (!this.packer.write(text)) await Promise.race([once(this.packer, "drain"), this.written])
  }

  async end(): Promise<void> {
    if (this.rows.length > 0) await this.write()
    this.packer.end()
    await this.written
  }

  abandon(): void {
    this.packer.destroy()
    this.output.destroy()
  }
}

/** The grammar as the tax office publishes it, to the byte. */
const grammar = () => readFileSync(new URL(`./${grammarFile}`, import.meta.url))

/** The oldest time that a ZIP can contain, so that it does not depend on the clock. */
const entryOptions = { mtime: DateTime.toDateUtc(DateTime.makeUnsafe(0)), mode: 0o100644, forceDosTimestamp: true }

const zipped = async (path: string, taxonomy: Taxonomy, partOf: (file: string) => string): Promise<WrittenPackage> => {
  const zip = new ZipFile()
  const output = createWriteStream(path, { mode: 0o600, flush: true })
  const hash = createHash("sha256")
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    }
  })
  zip.on("error", (error) => counter.destroy(error))
  zip.addBuffer(Buffer.from(indexXml(taxonomy)), indexFile, entryOptions)
  zip.addBuffer(grammar(), grammarFile, entryOptions)
  for (const { file } of taxonomy.tables) {
    zip.addReadStreamLazy(file, entryOptions, (give) => {
      const unpacked = createGunzip()
      pipeline(createReadStream(partOf(file)), unpacked).catch((error: Error) => counter.destroy(error))
      give(null, unpacked)
    })
  }
  zip.end()
  await pipeline(zip.outputStream, counter, output)
  await finished(output)
  return { sha256: hash.digest("hex"), bytes }
}
