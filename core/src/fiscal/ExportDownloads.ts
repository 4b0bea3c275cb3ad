import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { createReadStream } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ServiceUnavailable } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type ExportRequest, FiscalExports } from "./FiscalExports.ts"

/** A file of any size, and the number of its bytes. */
interface Download {
  readonly bytes: number
  readonly content: Stream.Stream<Uint8Array, Error>
}

/**
 * Exports for the tax office as downloads. They are written to a temporary file, because a ZIP has one table after the other, and
 * read from there: memory holds some rows of each table at a time. A process makes one export at a time; others wait.
 */
export class ExportDownloads extends Context.Service<ExportDownloads>()("core/ExportDownloads", {
  make: Effect.gen(function*() {
    const exports = yield* FiscalExports
    const turn = yield* Semaphore.make(1)

    /** A folder of this process alone, deleted with all that is in it. An open file in it stays readable. */
    const folder = Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-export-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )

    const download = Effect.fn("ExportDownloads.download")(
      function*(caller: AtEvent, request: ExportRequest) {
        const path = join(yield* folder, "export.zip")
        const { bytes } = yield* exports.write(caller, request, path)
        const file = yield* Effect.promise(() => open(path))
        const read = () => createReadStream("", { fd: file, autoClose: true })
        const made: Download = { bytes, content: Stream.fromAsyncIterable(read(), asError) }
        return made
      },
      Effect.scoped,
      Effect.catchTag(
        "PackageNotWritten",
        (failed) => Effect.andThen(Effect.logError(failed.message), Effect.fail(new ServiceUnavailable()))
      ),
      turn.withPermits(1)
    )

    return { download }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(FiscalExports.layer))
}

const asError = (cause: unknown): Error => cause instanceof Error ? cause : new Error(String(cause))
