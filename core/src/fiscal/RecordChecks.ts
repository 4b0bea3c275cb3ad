import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { parse, type ProcessData } from "../tse/ProcessData.ts"
import { type Verifier, verifiesInBackground } from "../tse/SignatureCheck.ts"
import type { ClosingSums } from "./ClosingSums.ts"
import type { Closing, ExportedOrder, ExportedTse } from "./ExportedOrder.ts"
import { InconsistentRecord } from "./ExportProblem.ts"
import { exportRules } from "./ExportRules.ts"
import { movesCash } from "./OrderProcessData.ts"
import { slotOfKey } from "./TaxKey.ts"

/** The refusal of an order whose records contradict each other. */
export const inconsistentOrder = (order: bigint, fault: Sentence): InconsistentRecord =>
  InconsistentRecord.of(exportRules.order_inconsistent, { order, fault })

/** As `inconsistentOrder`, of a closing. */
export const inconsistentClosing = ({ tillId, zNr }: Closing, fault: Sentence): InconsistentRecord =>
  InconsistentRecord.of(exportRules.closing_inconsistent, { till: tillId, closing: zNr, fault })

const faults = {
  sums: text({
    en: "its lines do not come to its payments",
    de: "seine Positionen ergeben nicht seine Zahlungen"
  }),
  keyRepeated: text({
    en: "it has several rates with the key {key}, which stands for one",
    de: "er hat mehrere Steuersätze mit dem Schlüssel {key}, der für einen steht"
  }),
  lineCount: text({
    en: "it was booked with {booked} lines and has {found}",
    de: "sie wurde mit {booked} Positionen gebucht und hat {found}"
  }),
  lineTotal: text({
    en: "line {line} is not its price times its quantity",
    de: "Position {line} ist nicht ihr Preis mal ihre Menge"
  }),
  deviceUnknown: text({
    en: "it was signed by device {device}, whose key and certificate are not on record",
    de: "sie wurde mit der TSE {device} signiert, deren Schlüssel und Zertifikat nicht aufgezeichnet sind"
  }),
  signedUnreadable: text({
    en: "the signed data can't be read. {reason}",
    de: "die signierten Daten sind nicht lesbar. {reason}"
  }),
  signedSlots: text({
    en: "other amounts by tax were signed than were booked",
    de: "es wurden andere Beträge je Steuersatz signiert als gebucht"
  }),
  signedPayment: text({
    en: "another payment was signed than was booked",
    de: "es wurde eine andere Zahlung signiert als gebucht"
  }),
  signature: text({ en: "its signature is not valid", de: "ihre Signatur ist ungültig" })
}

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
): InconsistentRecord | undefined => {
  const fault = lineFault(order) ??
    (order.signature?.status === "done" ? signatureFault(order, order.signature, tses) : undefined) ??
    (isSigned === false ? say(faults.signature) : undefined)
  return fault === undefined ? undefined : inconsistentOrder(order.id, fault)
}

/** The contradiction in the sums of a closing; undefined if there is none. */
export const closingFault = (closing: Closing, sums: ClosingSums): InconsistentRecord | undefined => {
  const fault = sumFault(sums)
  return fault === undefined ? undefined : inconsistentClosing(closing, fault)
}

const sumFault = ({ businessCases, paid, rates }: ClosingSums): Sentence | undefined => {
  if (Money.sum(businessCases.map(({ gross }) => gross)) !== paid) return say(faults.sums)
  const twice = rates.find(({ taxKey }, i) => rates[i - 1]?.taxKey === taxKey)
  return twice === undefined ? undefined : say(faults.keyRepeated, { key: twice.taxKey })
}

const lineFault = ({ itemCount, lines }: ExportedOrder): Sentence | undefined => {
  if (lines.length !== itemCount) return say(faults.lineCount, { booked: itemCount, found: lines.length })
  const broken = lines.find((line) => line.total !== Money.times(line.price, line.quantity))
  return broken === undefined ? undefined : say(faults.lineTotal, { line: broken.itemId + 1 })
}

type Signature = Extract<ExportedOrder["signature"], { readonly status: "done" }>

const signatureFault = (
  order: ExportedOrder,
  signature: Signature,
  tses: CheckingTses
): Sentence | undefined => {
  const tse = tses.get(signature.tseId)
  if (tse === undefined) return say(faults.deviceUnknown, { device: signature.tseId })
  const parsed = parse(signature.processData)
  if (Result.isFailure(parsed)) return say(faults.signedUnreadable, { reason: parsed.failure.message })
  if (!hasSlotsOf(order, parsed.success)) return say(faults.signedSlots)
  return paidIn(parsed.success) === totalOf(order) ? undefined : say(faults.signedPayment)
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
