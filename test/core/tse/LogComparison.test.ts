import { assert, it } from "@effect/vitest"
import { type DeviceRecords, LogComparison, type RecordedTransaction } from "@wristbank/core/tse/LogComparison"
import * as LogMessage from "@wristbank/core/tse/LogMessage"
import { abortedReceipt } from "@wristbank/core/tse/ProcessData"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import type { SignedRecord } from "@wristbank/stand-ins/tse/device/DeviceState"
import { messageOf } from "@wristbank/stand-ins/tse/device/DeviceTransactions"
import { DateTime, Result } from "effect"
import { DeviceSession } from "../../stand-ins/tse/device/DeviceSession.ts"

const receipt = "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar"

/** What a device has signed: of the tills 5 and 6 a transaction each, that of 6 with these data, or never finished. */
const signedBy = (dataOfSix: string | null = receipt) => {
  const used = new DeviceSession("device", keyOfSeed("comparison", "secp256r1"))
  const finish = (ClientID: string, TransactionNumber: number, Data: string) =>
    used.command("FinishTransaction", { ClientID, TransactionNumber, Typ: "Kassenbeleg-V1", Data })
  for (const client of ["5", "6"]) {
    used.command("RegisterClientID", { ClientID: client })
    used.command("StartTransaction", { ClientID: client })
  }
  finish("5", 1, receipt)
  if (dataOfSix !== null) finish("6", 2, dataOfSix)
  return used
}

const recordedOf = ({ counter, logTime, signature }: SignedRecord) => ({
  counter: BigInt(counter),
  signature: Buffer.from(signature, "hex"),
  time: DateTime.makeUnsafe(logTime * 1000)
})

/** What is on record of them as long as nothing went wrong. */
const recordOf = ({ signed }: DeviceSession): ReadonlyArray<RecordedTransaction> =>
  signed.filter(({ operation }) => operation === "StartTransaction").map((start) => {
    const finish = signed.find(({ operation, transaction }) =>
      operation === "FinishTransaction" && transaction === start.transaction
    )
    return {
      number: BigInt(start.transaction),
      clientId: start.clientId,
      timeFormat: "unixTime",
      processType: "Kassenbeleg-V1",
      processData: receipt,
      start: recordedOf(start),
      finish: finish === undefined ? null : recordedOf(finish),
      isOwn: true
    }
  })

const nothing: DeviceRecords = { uses: [], givenUp: new Map(), lostStarts: [] }

/** An event that used the device for both tills, from transaction 1 on. */
const inUse = { clients: new Set(["5", "6"]), first: 1n, last: null }

const compare = (
  used: DeviceSession,
  record: ReadonlyArray<RecordedTransaction>,
  known: Partial<DeviceRecords> = { uses: [inUse] }
) => {
  const comparison = new LogComparison({ ...nothing, ...known })
  const problems = used.signed.flatMap((one) => {
    const message = messageOf(used.device, one)
    const read = Result.getOrThrow(LogMessage.read(LogMessage.fileOf(message, Buffer.from(one.signature, "hex"))))
    const problem = comparison.compare(read, record.filter(({ number }) => number === message.transactionNumber))
    return problem === null ? [] : [`${one.operation} ${one.transaction}: ${problem}`]
  })
  const owners = Object.fromEntries(Object.entries(comparison.owners).filter(([, count]) => count > 0))
  return { owners, problems }
}

it("what is on record is found again, also that of other events", () => {
  const used = signedBy()
  const [five, six] = recordOf(used)
  assert.deepStrictEqual(compare(used, [five!, { ...six!, isOwn: false }]), {
    owners: { recorded: 2, recordedElsewhere: 2 },
    problems: []
  })
})

it("everything that differs is told", () => {
  const used = signedBy()
  const [five, six] = recordOf(used)
  const { finish, start } = five!
  const later = DateTime.add(start!.time, { seconds: 1 })
  const differing: ReadonlyArray<readonly [change: Partial<RecordedTransaction>, problems: ReadonlyArray<string>]> = [
    [{ processData: "" }, ["FinishTransaction 1: it differs from what is on record: process data"]],
    [{ processType: "" }, ["FinishTransaction 1: it differs from what is on record: process type"]],
    [{ start: { ...start!, time: later } }, ["StartTransaction 1: it differs from what is on record: time"]],
    [{ start: { ...start!, counter: 9n } }, ["StartTransaction 1: it differs from what is on record: counter"]],
    [{ finish: { ...finish!, time: later } }, ["FinishTransaction 1: it differs from what is on record: time"]],
    [{ finish: { ...finish!, signature: Uint8Array.of() } }, [
      "FinishTransaction 1: it differs from what is on record: signature"
    ]],
    [{ clientId: "6" }, [
      "StartTransaction 1: it differs from what is on record: client",
      "FinishTransaction 1: it differs from what is on record: client"
    ]]
  ]
  for (const [change, problems] of differing) {
    assert.deepStrictEqual(compare(used, [{ ...five!, ...change }, six!]).problems, problems)
  }
})

it("a start that was not kept is compared as far as it goes", () => {
  const used = signedBy()
  const record = recordOf(used).map((one) => ({ ...one, start: null }))
  assert.deepStrictEqual(compare(used, record), { owners: { recorded: 4 }, problems: [] })
})

it("of a device that lost its memory each number is there twice", () => {
  const used = signedBy()
  const record = recordOf(used)
  const old = record.map((one) => ({ ...one, processData: "old", start: null, finish: null }))
  assert.isEmpty(compare(used, [...old, ...record]).problems)
})

it("an update that no one here sent is told", () => {
  const used = signedBy(null)
  const change = { ClientID: "6", TransactionNumber: 2, Typ: "Kassenbeleg-V1", Data: receipt }
  used.command("UpdateTransaction", change)
  assert.deepStrictEqual(compare(used, recordOf(used)).problems, [
    "UpdateTransaction 2: it differs from what is on record: Wristbank sends no updates"
  ])
})

it("what a till of ours signed and is on record nowhere is told", () => {
  const used = signedBy()
  const [five] = recordOf(used)
  const missing = ["StartTransaction 2: it is not on record", "FinishTransaction 2: it is not on record"]
  assert.deepStrictEqual(compare(used, [five!]).problems, missing)
})

it("of others is what no till of ours signed, or was signed before and after the device was used here", () => {
  const used = signedBy()
  const [five, six] = recordOf(used)
  const others = { owners: { recorded: 2, others: 2 }, problems: [] }
  assert.deepStrictEqual(compare(used, [five!], { uses: [{ ...inUse, clients: new Set(["5"]) }] }), others)
  assert.deepStrictEqual(compare(used, [six!], { uses: [{ ...inUse, first: 2n }] }), others)
  assert.deepStrictEqual(compare(used, [five!], { uses: [{ ...inUse, last: 1n }] }), others)
  assert.deepStrictEqual(compare(used, [], { uses: [] }), { owners: { others: 4 }, problems: [] })
})

it("a transaction that was given up is known, as long as it is the client's and was broken off", () => {
  const used = signedBy(abortedReceipt)
  const [five] = recordOf(used)
  const given = (client: string | null) => compare(used, [five!], { uses: [inUse], givenUp: new Map([[2n, client]]) })
  assert.deepStrictEqual(given("6"), { owners: { recorded: 2, givenUp: 2 }, problems: [] })
  assert.isEmpty(given(null).problems)
  assert.lengthOf(given("5").problems, 2)
  const signed = signedBy()
  assert.deepStrictEqual(
    compare(signed, recordOf(signed).slice(0, 1), { uses: [inUse], givenUp: new Map([[2n, "6"]]) }).problems,
    ["FinishTransaction 2: it is not on record"]
  )
})

it("an order that failed after its start is known, and so is the end of its transaction", () => {
  const used = signedBy(abortedReceipt)
  const [five, six] = recordOf(used)
  const failed = { ...six!, finish: null }
  assert.deepStrictEqual(compare(used, [five!, failed], { uses: [inUse], givenUp: new Map([[2n, "6"]]) }), {
    owners: { recorded: 3, givenUp: 1 },
    problems: []
  })
})

it("an order that the device signed, and whose answer was lost, is known", () => {
  const used = signedBy()
  const [five, six] = recordOf(used)
  assert.deepStrictEqual(compare(used, [five!, { ...six!, finish: null }]), {
    owners: { recorded: 3, unanswered: 1 },
    problems: []
  })
})

it("a start without an answer explains one transaction of its client", () => {
  const used = signedBy(null)
  const [five] = recordOf(used)
  const lost = (...clients: ReadonlyArray<string>) => compare(used, [five!], { uses: [inUse], lostStarts: clients })
  assert.deepStrictEqual(lost("6"), { owners: { recorded: 2, givenUp: 1 }, problems: [] })
  assert.lengthOf(lost("5").problems, 1)
  used.command("StartTransaction", { ClientID: "6" })
  assert.deepStrictEqual(lost("6").problems, ["StartTransaction 3: it is not on record"])
  assert.isEmpty(lost("6", "6").problems)
})
