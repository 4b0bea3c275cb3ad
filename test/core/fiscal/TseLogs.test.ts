import { assert, layer } from "@effect/vitest"
import { NotFound } from "@wristbank/core/base/Refusal"
import type { TseLogReport } from "@wristbank/core/fiscal/TseLog"
import { TseLogRepository } from "@wristbank/core/fiscal/TseLogRepository"
import { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { TseRepository } from "@wristbank/core/fiscal/TseRepository"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Node } from "@wristbank/core/organisation/Node"
import { type ArchivedFile, pack, unpack } from "@wristbank/core/tse/TarArchive"
import { exportOf } from "@wristbank/stand-ins/tse/device/DeviceExport"
import { DateTime, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { bare } from "../../support/bare.ts"
import { opened, signing, type SigningEvent, signingEvent, signingLayer, until } from "./SigningWorld.ts"

/** Everyone who administers an event sees its devices. */
const operations = Layer.unwrap(
  TseRepository.useSync(({ list }) =>
    Layer.mock(TseOperations, {
      named: ({ eventId }, which) =>
        Effect.flatMap(Effect.orDie(list({ eventId, nodeId: eventId, pathIds: [0n, eventId] })), (all) => {
          const found = all.find(({ id, name }) => String(id) === which || name === which)
          return found === undefined
            ? Effect.fail(new NotFound({ element_type: "tse", element_id: which }))
            : Effect.succeed(found)
        })
    })
  )
)

const logsLayer = bare(TseLogs).pipe(
  Layer.provide([TseLogRepository.layer, Layer.provide(operations, TseRepository.layer)]),
  Layer.provideMerge(signingLayer)
)

type Device = Effect.Success<ReturnType<typeof opened>>

const noon = DateTime.makeUnsafe("2026-07-03T12:00:00Z")

const nobody = { recorded: 0, recordedElsewhere: 0, givenUp: 0, unanswered: 0, others: 0 }

/** The device's log, through an archive. */
const filesOf = ({ memory }: Device) =>
  Stream.fromAsyncIterable(unpack(pack(exportOf(memory.device, memory.journal.events()))), (cause) => cause)

const callerAt = ({ event: id }: SigningEvent): AtEvent => ({
  userId: 1n,
  terminalId: null,
  eventId: id,
  privileges: new Set(["node_administration"]),
  node: new Node({
    id,
    parent: 0n,
    name: "",
    description: "",
    read_only: false,
    path: `/0/${id}`,
    parent_ids: [0n],
    event_node_id: id,
    parents_until_event_node: [],
    forbidden_objects_at_node: [],
    computed_forbidden_objects_at_node: [],
    forbidden_objects_in_subtree: [],
    computed_forbidden_objects_in_subtree: []
  })
})

/** The report of a device's log, or of these files of it. */
const checked = (event: SigningEvent, tse: bigint | string, files: Stream.Stream<ArchivedFile, unknown>) =>
  TseLogs.use(({ check }) => check(callerAt(event), String(tse), files))

const problemsOf = ({ problems }: TseLogReport) => problems.map(({ problem }) => problem)

/** A device of an event that has signed a number of orders. */
const signedOrders = Effect.fnUntraced(function*(orders: number, options: Parameters<typeof signing>[0] = {}) {
  const { device, event, tse } = yield* signing(options)
  for (let n = 0; n < orders; n++) yield* event.book(event.tills[n % event.tills.length]!)
  yield* event.settled
  return { device, event, tse }
})

layer(logsLayer, { concurrent: true, excludeTestServices: true })("logs of devices", (it) => {
  it.effect("what a device has signed is on record, and nothing else is", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signedOrders(4, { tills: 2 })
      const report = yield* checked(event, tse, filesOf(device))
      assert.deepInclude(report, { messages: 8, started: 4, unfinished: 0, problems: [], tse_id: tse })
      assert.deepStrictEqual(report.owners, { ...nobody, recorded: 8 })
      const byName = yield* checked(event, report.tse_name, filesOf(device))
      assert.strictEqual(byName.tse_id, tse)
    }))

  it.effect("what was changed in the record, or taken from it or from the log, is told", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { device, event, tse } = yield* signedOrders(4)
      const rows = yield* event.jobs
      const [first, second, third] = rows.map(({ order_id }) => order_id)
      // The start's time is printed on the receipt, and only the start's own signature protects it.
      yield* sql`update signing_job set started_at = started_at - interval '1 hour'
        where event_id = ${event.event} and order_id = ${first!}`
      yield* sql`update signing_job set process_data = 'Beleg^0.01_0.00_0.00_0.00_0.00^0.01:Bar'
        where event_id = ${event.event} and order_id = ${second!}`
      yield* sql`delete from signing_job where event_id = ${event.event} and order_id = ${third!}`
      const report = yield* checked(event, tse, filesOf(device))
      assert.deepStrictEqual(problemsOf(report), [
        "it differs from what is on record: time",
        "it differs from what is on record: process data",
        "it is not on record",
        "it is not on record"
      ])
      assert.deepStrictEqual(report.problems.map(({ file }) => /Sig-\d+/.exec(file!)?.[0]), [
        "Sig-1",
        "Sig-4",
        "Sig-5",
        "Sig-6"
      ])
      const lacking = Stream.filter(filesOf(device), ({ name }) => !/_Sig-(5|6|7)_/.test(name))
      assert.includeMembers(problemsOf(yield* checked(event, tse, lacking)), [
        "counters 5 to 7 are missing",
        "the signature 7 is on record but not in the export"
      ])
      const early = Stream.filter(filesOf(device), ({ name }) => !/_Sig-[5-8]_/.test(name))
      assert.strictEqual((yield* checked(event, tse, early)).problemCount, 2)
    }))

  it.effect("what was given up, lost and left unanswered is known", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signedOrders(1, { limitSeconds: 60 })
      device.next("StartTransaction", { kind: "drop_after" })
      yield* event.book(event.till)
      yield* event.settled
      yield* until(event.orphans, (rows) => rows.every(({ closed_as }) => closed_as === "aborted"))
      device.next("FinishTransaction", { kind: "drop_after" })
      yield* event.book(event.till)
      yield* event.settled
      device.next("StartTransaction", { kind: "drop_after" }, { times: 2 })
      yield* event.book(event.till)
      const rows = yield* event.settled
      assert.deepStrictEqual(rows.map(({ failure_reason }) => failure_reason), [null, null, "answer_lost", "timeout"])
      const report = yield* checked(event, tse, filesOf(device))
      assert.deepStrictEqual(problemsOf(report), [])
      assert.deepInclude(report.owners, { recorded: 5, unanswered: 1, others: 0 })
      // Transaction 2, and those of the order without any answer, of which the last is not aborted yet.
      assert.strictEqual(report.owners.givenUp, report.messages - 6)
      assert.isAtLeast(report.owners.givenUp, 4)
    }))

  it.effect("one device of two events has no false findings, whichever asks", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { device, event: earlier, tse: before } = yield* signedOrders(2)
      yield* sql`update tse set status = 'disabled' where event_id = ${earlier.event} and id = ${before}`
      yield* earlier.becomes(before, ({ connected }) => !connected)
      const later = yield* signingEvent()
      const tse = yield* later.addDevice(device, { tills: later.tills })
      yield* later.work(tse)
      yield* later.book(later.till)
      yield* later.settled
      // Between the two, or after them, someone else may use a till's number.
      for (const client of [String(earlier.till), "7777777"]) {
        device.memory.carryOut({ Command: "RegisterClientID", ClientID: client, Password: "MTIzNDU=" }, noon)
        device.memory.carryOut({ Command: "StartTransaction", ClientID: client, Password: "MTIzNDU=" }, noon)
      }
      const counts = { givenUp: 0, unanswered: 0, others: 2 }
      const asked = yield* checked(later, tse, filesOf(device))
      assert.deepStrictEqual(problemsOf(asked), [])
      assert.deepStrictEqual(asked.owners, { ...counts, recorded: 2, recordedElsewhere: 4 })
      const other = yield* checked(earlier, before, filesOf(device))
      assert.deepStrictEqual(problemsOf(other), [])
      assert.deepStrictEqual(other.owners, { ...counts, recorded: 4, recordedElsewhere: 2 })
    }))

  it.effect("a log of another device, a device that was never reached and one that is unknown are refused", () =>
    Effect.gen(function*() {
      const { event, tse } = yield* signedOrders(1)
      const { device } = yield* signedOrders(1)
      assert.deepStrictEqual(problemsOf(yield* checked(event, tse, filesOf(device))), [
        "it is another device's",
        "it is another device's"
      ])
      const idle = yield* opened()
      const never = yield* event.addDevice(idle)
      const refusal = (which: bigint | string) => Effect.flip(checked(event, which, filesOf(idle)))
      assert.include(String(yield* refusal(never)), "was never reached")
      assert.deepInclude(yield* refusal("Nobody"), { _tag: "NotFound", element_id: "Nobody" })
    }))
})
