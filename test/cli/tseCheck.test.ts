import { assert, layer } from "@effect/vitest"
import { fileNameOf, fileOf } from "@wristbank/core/tse/LogMessage"
import { bytesOf, type SignedMessage } from "@wristbank/core/tse/SignedMessage"
import { type ArchivedFile, pack } from "@wristbank/core/tse/TarArchive"
import type { DeviceKey } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { evening, signingFestival } from "../support/FestivalSigning.ts"
import { runOnDatabase } from "./runCommand.ts"

interface SignedRow {
  readonly till_id: bigint
  readonly process_data: string
  readonly process_type: string
  readonly transaction_number: bigint
  readonly signature_counter: bigint
  readonly signature: Uint8Array
  readonly finished_at: DateTime.Utc
}

/** The device's log of an order: its start, with the counter before, and its finish. */
const filesOf = (key: DeviceKey, row: SignedRow): ReadonlyArray<ArchivedFile> => {
  const finish: SignedMessage = {
    operation: "FinishTransaction",
    clientId: String(row.till_id),
    processData: row.process_data,
    processType: row.process_type,
    transactionNumber: row.transaction_number,
    serial: Buffer.from(key.serial, "hex"),
    algorithm: key.algorithm,
    signatureCounter: row.signature_counter,
    logTime: row.finished_at,
    timeFormat: "unixTime"
  }
  const start: SignedMessage = {
    ...finish,
    operation: "StartTransaction",
    processData: "",
    processType: "",
    signatureCounter: finish.signatureCounter - 1n
  }
  return [
    { name: fileNameOf(start), bytes: fileOf(start, key.sign(bytesOf(start))) },
    { name: fileNameOf(finish), bytes: fileOf(finish, row.signature) }
  ]
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-log-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

async function* iterate<A>(values: ReadonlyArray<A>): AsyncGenerator<A> {
  yield* values
}

const archived = (files: ReadonlyArray<ArchivedFile>) =>
  Effect.promise(() => new Response(pack(iterate(files))).bytes())

/** A device of the festival that signed an evening, and its log in a file. */
const signedEvening = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const { device, signAll } = yield* signingFestival
  const { id, key } = yield* device("Stick")
  yield* evening
  const orders = yield* Effect.map(signAll({ id, key, number: 0n, counter: 0n }), ({ length }) => length)
  const rows = yield* sql<SignedRow>`select * from signing_job
    where event_id = ${event} and tse_id = ${id} order by order_id`
  const cwd = yield* folder
  const info: ArchivedFile = { name: "info.csv", bytes: Uint8Array.of() }
  const write = (name: string, more: ReadonlyArray<ArchivedFile>) =>
    Effect.map(
      archived([info, ...rows.flatMap((row) => filesOf(key, row)), ...more]),
      (bytes) => writeFileSync(join(cwd, name), bytes)
    )
  return {
    event,
    orders,
    run: (...args: ReadonlyArray<string>) => runOnDatabase(["tse", "check", ...args], { cwd }),
    sql,
    write
  }
})

layer(Festival.layer, { excludeTestServices: true })(
  "wristbank tse check",
  (it) => {
    it.effect("holds a log against the record of a device, for those who administer the event", () =>
      Effect.gen(function*() {
        const { event, orders, run, sql, write } = yield* signedEvening
        const desk = ["--tse", "Stick", "--event", String(event), "--as", administrator.login]
        yield* write("log.tar", [])
        const right = yield* run("log.tar", ...desk)
        assert.strictEqual(right.code, 0, right.stderr + right.stdout)
        assert.deepStrictEqual(right.stdout.trimEnd().split("\n"), [
          `${2 * orders} messages, counters 1 to ${2 * orders}; ${orders} transactions begun, 0 of them not ended`,
          `on record: ${2 * orders} signatures of this event, 0 of others`,
          "of transactions that were given up: 0; of orders whose answer was lost: 0",
          "of others, who are not on record here: 0",
          "Nothing is wrong."
        ])

        yield* sql`update signing_job set process_type = 'Other' where event_id = ${event} and transaction_number = 1`
        yield* write("strange.tar", [{ name: "Unixt_1_Sig-0_\u001b[2JLog-Aud.log", bytes: Uint8Array.of() }])
        const wrong = yield* run("strange.tar", ...desk)
        assert.strictEqual(wrong.code, 3)
        assert.match(wrong.stdout, /Finish_Client-\d+\.log: it differs from what is on record: process type$/m)
        assert.include(wrong.stdout, "Sig-0_?[2JLog-Aud.log: it is no sequence")
        assert.match(wrong.stdout, /^2 things are wrong\.$/m)
        const read = JSON.parse((yield* run("strange.tar", ...desk, "--json")).stdout)
        assert.deepInclude(read, { tse_name: "Stick", problemCount: 2 })
        assert.deepInclude(read.owners, { recorded: 2 * orders - 1 })

        const alone = yield* run("log.tar", "--tse", "Stick")
        assert.include(alone.stderr, "--event")
        assert.include((yield* run("log.tar", ...desk, "--public-key", "AAAA")).stderr, "--public-key")
        assert.include((yield* run("none.tar", ...desk)).stderr, "none.tar can't be read")
        assert.include((yield* run("log.tar", "--tse", "9", ...desk.slice(2))).stderr, "There is no tse 9")
        const stranger = yield* run("log.tar", ...desk.slice(0, 5), "nobody")
        assert.strictEqual(stranger.code, 1)
        assert.include(stranger.stderr, "There is no user nobody")
      }))
  }
)
