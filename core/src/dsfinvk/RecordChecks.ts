import { Result, Schema } from "effect"
import { movesCash, parse, type ProcessData } from "../fiscal/ProcessData.ts"
import * as Money from "../ledger/Money.ts"
import { isGenuine, type Verifier } from "../tse/SignatureCheck.ts"
import type { ClosingSums } from "./ClosingSums.ts"
import type { Closing, ExportedOrder, ExportedTse } from "./ExportedOrder.ts"
import { slotOfKey } from "./TaxKey.ts"

/** Stored records contradict each other, so nothing can be exported: someone has to look at them first. */
export class InconsistentRecord extends Schema.TaggedError<InconsistentRecord>()("InconsistentRecord", {
  message: Schema.String
}) {}

/** A device with what checks its signatures; undefined when its key lies on no known curve. */
export interface CheckingTse extends ExportedTse {
  readonly verifier: Verifier | undefined
}

/** What an order is compared with. */
export interface RecordTerms {
  /** Of the order's event, by id. */
  readonly tses: ReadonlyMap<bigint, CheckingTse>
  /** Off when the signatures are checked elsewhere: each takes about a millisecond. */
  readonly verifySignatures: boolean
}

/** What contradicts what in the records of an order of a till; undefined when they agree. */
export const orderFault = (order: ExportedOrder, tillId: bigint, terms: RecordTerms): string | undefined => {
  const fault = lineFault(order) ??
    (order.signature?.status === "done" ? signatureFault(order, order.signature, tillId, terms) : undefined)
  return fault === undefined ? undefined : `Order ${order.id}: ${fault}`
}

/** What contradicts what in the sums of a closing; undefined when they agree. */
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
  tillId: bigint,
  { tses, verifySignatures }: RecordTerms
): string | undefined => {
  const tse = tses.get(signature.tseId)
  if (tse === undefined) return `device ${signature.tseId} signed it, which never said what it is`
  const parsed = parse(signature.processData)
  if (Result.isFailure(parsed)) return `what was signed can't be read. ${parsed.failure.message}`
  if (!hasSlotsOf(order, parsed.success)) return "other amounts by tax were signed than were booked"
  if (paidIn(parsed.success) !== totalOf(order)) return "another payment was signed than was booked"
  return !verifySignatures || verifies(signature, tillId, tse) ? undefined : "its signature is not valid"
}

const totalOf = (order: ExportedOrder) => Money.sum(order.lines.map((line) => line.total))

const paidIn = (data: ProcessData) => Money.sum(data.payments.map(({ amount }) => amount))

/** Cash that is moved may stand in the fifth slot, or nowhere. */
const hasSlotsOf = (order: ExportedOrder, { slots }: ProcessData): boolean => {
  if (movesCash(order.orderType) && slots.every((slot) => slot === 0n)) return true
  return slots.every((slot, i) =>
    slot === Money.sum(order.lines.filter(({ taxKey }) => slotOfKey(taxKey) === i + 1).map(({ total }) => total))
  )
}

const verifies = (signature: Signature, tillId: bigint, { algorithm, timeFormat, verifier }: CheckingTse): boolean =>
  verifier !== undefined && isGenuine(verifier, {
    clientId: String(tillId),
    processType: signature.processType,
    processData: signature.processData,
    transactionNumber: signature.transactionNumber,
    signatureCounter: signature.counter,
    logTime: signature.finishedAt,
    algorithm,
    timeFormat,
    signature: signature.signature
  })
