import { Result, Schema } from "effect"
import { movesCash } from "../fiscal/OrderProcessData.ts"
import * as Money from "../ledger/Money.ts"
import { parse, type ProcessData } from "../tse/ProcessData.ts"
import { type Verifier, verifiesInBackground } from "../tse/SignatureCheck.ts"
import type { ClosingSums } from "./ClosingSums.ts"
import type { Closing, ExportedOrder, ExportedTse } from "./ExportedOrder.ts"
import { slotOfKey } from "./TaxKey.ts"

/** Stored records contradict each other, so nothing can be exported until an operator has looked at them. */
export class InconsistentRecord extends Schema.TaggedError<InconsistentRecord>()("InconsistentRecord", {
  message: Schema.String
}) {}

/** A device with the verifier of its signatures; undefined if its key is not on a known curve. */
export interface CheckingTse extends ExportedTse {
  readonly verifier: Verifier | undefined
}

/** The devices of an event, by id. */
export type CheckingTses = ReadonlyMap<bigint, CheckingTse>

/** Whether a device signed the data of a till's order; undefined if there is no signature of a known device. */
export const verifySignature = async (
  { signature }: ExportedOrder,
  tillId: bigint,
  tses: CheckingTses
): Promise<boolean | undefined> => {
  if (signature?.status !== "done") return undefined
  const tse = tses.get(signature.tseId)
  if (tse === undefined) return undefined
  return tse.verifier !== undefined && verifiesInBackground(tse.verifier, {
    clientId: String(tillId),
    processType: signature.processType,
    processData: signature.processData,
    transactionNumber: signature.transactionNumber,
    signatureCounter: signature.counter,
    logTime: signature.finishedAt,
    algorithm: tse.algorithm,
    timeFormat: tse.timeFormat,
    signature: signature.signature
  })
}

/**
 * The contradiction in the records of an order; undefined if there is none.
 * @param isSigned the result of `verifySignature`; undefined if it was not called
 */
export const orderFault = (
  order: ExportedOrder,
  tses: CheckingTses,
  isSigned: boolean | undefined
): string | undefined => {
  const fault = lineFault(order) ??
    (order.signature?.status === "done" ? signatureFault(order, order.signature, tses) : undefined) ??
    (isSigned === false ? "its signature is not valid" : undefined)
  return fault === undefined ? undefined : `Order ${order.id}: ${fault}`
}

/** The contradiction in the sums of a closing; undefined if there is none. */
export const closingFault = ({ tillId, zNr }: Closing, sums: ClosingSums): string | undefined => {
  const fault = sumFault(sums)
  return fault === undefined ? undefined : `Till ${tillId}, closing ${zNr}: ${fault}`
}

const sumFault = ({ businessCases, paid, rates }: ClosingSums): string | undefined => {
  if (Money.sum(businessCases.map(({ gross }) => gross)) !== paid) return "its lines do not come to its payments"
  const twice = rates.find(({ taxKey }, i) => rates[i - 1]?.taxKey === taxKey)
  return twice === undefined ? undefined : `it has several rates with the key ${twice.taxKey}, which stands for one`
}

const lineFault = ({ itemCount, lines }: ExportedOrder): string | undefined => {
  if (lines.length !== itemCount) return `it was booked with ${itemCount} lines and has ${lines.length}`
  const broken = lines.find((line) => line.total !== Money.times(line.price, line.quantity))
  return broken === undefined ? undefined : `line ${broken.itemId + 1} is not its price times its quantity`
}

type Signature = Extract<ExportedOrder["signature"], { readonly status: "done" }>

const signatureFault = (
  order: ExportedOrder,
  signature: Signature,
  tses: CheckingTses
): string | undefined => {
  const tse = tses.get(signature.tseId)
  if (tse === undefined) return `device ${signature.tseId} signed it, which never said what it is`
  const parsed = parse(signature.processData)
  if (Result.isFailure(parsed)) return `what was signed can't be read. ${parsed.failure.message}`
  if (!hasSlotsOf(order, parsed.success)) return "other amounts by tax were signed than were booked"
  return paidIn(parsed.success) === totalOf(order) ? undefined : "another payment was signed than was booked"
}

const totalOf = (order: ExportedOrder) => Money.sum(order.lines.map((line) => line.total))

const paidIn = (data: ProcessData) => Money.sum(data.payments.map(({ amount }) => amount))

/** Cash transfers may be in the fifth slot or in none. */
const hasSlotsOf = (order: ExportedOrder, { slots }: ProcessData): boolean => {
  if (movesCash(order.orderType) && slots.every((slot) => slot === 0n)) return true
  return slots.every((slot, i) =>
    slot === Money.sum(order.lines.filter(({ taxKey }) => slotOfKey(taxKey) === i + 1).map(({ total }) => total))
  )
}
