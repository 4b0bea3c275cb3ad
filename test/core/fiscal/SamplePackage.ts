import { Cents } from "@wristbank/core/base/Money"
import type { Closing, ExportedOrder } from "@wristbank/core/fiscal/ExportedOrder"
import type { ExportFacts } from "@wristbank/core/fiscal/ExportFacts"
import { undecided } from "@wristbank/core/fiscal/FiscalSettings"
import { processData } from "@wristbank/core/fiscal/OrderProcessData"
import { packageDraft } from "@wristbank/core/fiscal/PackageDraft"
import { taxonomy24 } from "@wristbank/core/fiscal/Taxonomy24"
import { TillExport } from "@wristbank/core/fiscal/TillExport"
import { verifierOf } from "@wristbank/core/tse/SignatureCheck"
import { bytesOf } from "@wristbank/core/tse/SignedMessage"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { Effect, Result } from "effect"
import { at, business, line, order } from "./SampleOrders.ts"

const key = keyOfSeed("sample")

const tse = {
  id: 1n,
  serial: key.serial,
  algorithm: key.algorithm,
  timeFormat: "unixTime",
  processDataEncoding: "UTF-8",
  publicKey: Buffer.from(key.publicKey).toString("base64"),
  certificate: Buffer.from(key.certificate).toString("base64"),
  verifier: verifierOf(key.publicKey)
}

const signedBy = (number: bigint, tillId: bigint, of: ExportedOrder): ExportedOrder => {
  const time = at("2026-11-20T18:07:52Z")
  const signed = {
    processType: "Kassenbeleg-V1",
    processData: Result.getOrThrow(processData({ ...of, currency: "EUR", cashMovements: "slot_five" })),
    transactionNumber: number
  }
  const signature = key.sign(bytesOf({
    ...signed,
    operation: "FinishTransaction",
    clientId: String(tillId),
    serial: Buffer.from(key.serial, "hex"),
    algorithm: key.algorithm,
    signatureCounter: 2n * number,
    logTime: time,
    timeFormat: "unixTime"
  }))
  const times = { startedAt: time, finishedAt: time }
  return { ...of, signature: { status: "done", tseId: 1n, ...signed, ...times, counter: 2n * number, signature } }
}

const beer = line({
  price: Cents.make(400n),
  listPrice: Cents.make(500n),
  tax: Cents.make(64n),
  taxType: "regular_vat",
  taxRate: 1900
})
/** Kegs as they were sold before the rate was changed. */
const oldKegs = line({ price: Cents.make(246_740n), tax: Cents.make(34_033n), taxType: "regular_vat", taxRate: 1600 })
const deposit = line({ itemId: 1, price: Cents.make(200n), productName: "Pfand; 0,5 l", isReturnable: true })

const sold = (id: bigint, more: Partial<ExportedOrder> = {}) =>
  order({ id, lines: [beer, deposit], itemCount: 2, ...more })

const returned = [beer, deposit].map((one) => ({
  ...one,
  quantity: -1,
  total: Cents.make(-one.total),
  tax: Cents.make(-one.tax)
}))

const closing = (tillId: bigint, zNr: number, time: string): Closing => ({
  tillId,
  zNr,
  closedAt: at(time),
  open: false
})

/**
 * The orders of two tills by closing. Till 1000 has two closings: two sales, the second after an attempt that was given up;
 * then the cancellation of the first, an outage, and a sale for cash from a drawer. Till 1001 has one with two sales
 * that have different rates.
 */
const tills: ReadonlyMap<bigint, ReadonlyArray<readonly [Closing, ReadonlyArray<ExportedOrder>]>> = new Map([
  [1000n, [
    [closing(1000n, 1, "2026-11-20T18:30:00Z"), [
      signedBy(1n, 1000n, sold(41n)),
      signedBy(3n, 1000n, sold(42n, { abandoned: [{ tseId: 1n, transactionNumber: 2n }] }))
    ]],
    [closing(1000n, 2, "2026-11-20T19:30:00Z"), [
      signedBy(
        4n,
        1000n,
        order({
          id: 43n,
          orderType: "cancel_sale",
          cancels: { id: 41n, tillId: 1000n, zNr: 1 },
          lines: returned
        })
      ),
      sold(44n, { signature: { status: "failure", tseId: 1n, transactionNumber: null, message: "no answer" } }),
      signedBy(6n, 1000n, sold(100n, { paymentMethod: "cash", cashRegisterId: 9n }))
    ]]
  ]],
  [1001n, [[closing(1001n, 1, "2026-11-20T20:00:00Z"), [
    signedBy(5n, 1001n, sold(45n)),
    signedBy(7n, 1001n, sold(46n, { lines: [oldKegs, deposit] }))
  ]]]]
])

const closings = Array.from(tills.values()).flat().map(([one]) => one)

const facts: ExportFacts = {
  settings: undecided,
  currency: "EUR",
  business,
  closings,
  leftOut: { openTillIds: [], openReceipts: 0, otherClosings: 0 },
  closedAt: (tillId, zNr) => closings.find((one) => one.tillId === tillId && one.zNr === zNr)?.closedAt,
  tills: new Map([1000n, 1001n].map((id) => [
    id,
    { id, brand: "Wristbank", model: "M", softwareBrand: "Wristbank", terminalIds: [id + 1000n] }
  ])),
  tses: new Map([[1n, tse]]),
  tseAt: () => tse,
  lines: {
    revisions: new Map(),
    taxTypes: new Map(),
    typedAfter: new Map(),
    usualRates: () => new Map(),
    abandoned: new Map(),
    hasDevices: true
  },
  describeRate: (taxKey) => `Satz ${taxKey}`,
  problems: []
}

/** Writes an export in which everything is right. */
export const writeSample = (path: string) =>
  Effect.scoped(Effect.gen(function*() {
    const draft = yield* packageDraft(path, taxonomy24)
    for (const [, ofTill] of tills) {
      const till = new TillExport(
        { facts, verifySignatures: true, softwareVersion: "0.1.0" },
        draft,
        ofTill.map(([one]) => one)
      )
      for (const [{ zNr }, orders] of ofTill) {
        yield* till.take(orders.map((one) => ({ id: one.id, zNr, order: one })))
      }
      yield* till.end()
    }
    return yield* draft.finish
  }))
