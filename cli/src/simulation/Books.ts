import { Access } from "@wristbank/core/organisation/Access"
import { mayManage } from "@wristbank/core/organisation/Place"
import { FlatExports } from "@wristbank/core/report/FlatExports"
import { flatTableNames } from "@wristbank/core/report/FlatTable"
import { Effect } from "effect"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { appendTo } from "../files/AppendedFile.ts"
import { FileNotWritten, mayWrite, writeWholeBy } from "../files/OutputFile.ts"

/** The files that the books are written to: one for each table that can be exported. */
const filesIn = (folder: string) =>
  flatTableNames.map((table) => ({ table, destination: { path: join(folder, `${table}.csv`), force: false } }))

/** Makes the folder, and fails if one of the files is there already. */
export const mayWriteBooks = Effect.fnUntraced(function*(folder: string) {
  yield* Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true }),
    catch: (cause) =>
      new FileNotWritten({
        message: `${folder} can't be made: ${cause instanceof Error ? cause.message : cause}; name another folder`
      })
  })
  yield* Effect.forEach(filesIn(folder), ({ destination }) => mayWrite(destination), { discard: true })
})

/** Writes all records of an event as `wristbank export` does; returns the files with the numbers of their records. */
export const writeBooks = Effect.fnUntraced(function*(eventId: bigint, folder: string) {
  const exports = yield* FlatExports
  const caller = yield* (yield* Access).atEvent({ userId: 1n }, eventId, { privileges: mayManage })
  return yield* Effect.forEach(filesIn(folder), ({ destination, table }) =>
    Effect.map(
      writeWholeBy(
        destination,
        (draft) => appendTo(draft, (take) => exports.write(caller, { table, from: null, to: null }, take))
      ),
      ({ made: records, path }) => ({ path, records })
    ))
})
