import { type DateTime, Schema } from "effect"
import type { LoggedTransaction, LogMessage } from "./LogMessage.ts"
import { abortedReceipt } from "./ProcessData.ts"
import { logTimeBytes, type TimeFormat } from "./SignedMessage.ts"

/** A signature as it is on record. */
export interface RecordedSignature {
  readonly counter: bigint
  readonly signature: Uint8Array
  /** What the device said it was. */
  readonly time: DateTime.Utc
}

/** A transaction that a device began for an order, as it is on record. */
export interface RecordedTransaction {
  readonly number: bigint
  readonly clientId: string
  readonly timeFormat: TimeFormat
  /** What it was finished with, or was to be. */
  readonly processType: string | null
  readonly processData: string | null
  /** Null where it was not kept. */
  readonly start: RecordedSignature | null
  /** Null where the device gave none, or its answer never came. */
  readonly finish: RecordedSignature | null
  /** Of the event that is asked for; the device may have signed for others before. */
  readonly isOwn: boolean
}

/** How an event of this installation used the device. */
export interface DeviceUse {
  /** Whom it told the device of. */
  readonly clients: ReadonlySet<string>
  /** The first transaction on record, and the last once the device was taken out of use there; null: it may have signed more. */
  readonly first: bigint
  readonly last: bigint | null
}

/** What is on record of a device beside the transactions of orders. */
export interface KnownOfDevice {
  readonly uses: ReadonlyArray<DeviceUse>
  /** Transactions that were begun and belong to no signed order; the client is null where nobody knows it. */
  readonly givenUp: ReadonlyMap<bigint, string | null>
  /** Clients of starts without an answer, one for each: a device may have begun them, under whatever number. */
  readonly lostStarts: ReadonlyArray<string>
}

/** Of whom the signatures of a log are. */
export const LogOwners = Schema.Struct({
  /** On record at the event, and at other events of this installation. */
  recorded: Schema.Int,
  recordedElsewhere: Schema.Int,
  /** Of transactions that belong to no signed order, as is on record. */
  givenUp: Schema.Int,
  /** Of orders that the device signed and of which only its answer lacks. */
  unanswered: Schema.Int,
  /** Of others: before this installation used the device, after it, or beside it under names of their own. */
  others: Schema.Int
})
export type LogOwners = typeof LogOwners.Type

type Owner = keyof LogOwners

/** Holds a device's log against what is on record of the device, message by message. */
export class LogComparison {
  private readonly known: KnownOfDevice
  private readonly lostStarts = new Map<string, number>()
  private readonly counts = { recorded: 0, recordedElsewhere: 0, givenUp: 0, unanswered: 0, others: 0 }

  constructor(known: KnownOfDevice) {
    this.known = known
    for (const client of known.lostStarts) this.lostStarts.set(client, (this.lostStarts.get(client) ?? 0) + 1)
  }

  get owners(): LogOwners {
    return { ...this.counts }
  }

  /**
   * Answers what is wrong, null if nothing is.
   *
   * @param recorded transactions of orders with the message's number: several when the device lost its memory
   */
  compare(message: LogMessage, recorded: ReadonlyArray<RecordedTransaction>): string | null {
    const { transaction } = message
    if (transaction === null) return null
    const judged = recorded.map((own) => judge(own, message, transaction))
    const owner = judged.find((one) => typeof one === "string") ??
      (this.isGivenUp(transaction) ? "givenUp" : undefined) ??
      (judged.length === 0 && !this.isOurs(transaction) ? "others" : undefined)
    if (owner !== undefined) {
      this.counts[owner]++
      return null
    }
    const [differences] = judged
    return typeof differences === "object"
      ? `it differs from what is on record: ${differences.join(", ")}`
      : "it is not on record"
  }

  private isGivenUp({ clientId, number, operation, processData }: LoggedTransaction): boolean {
    const client = this.known.givenUp.get(number)
    if (client !== undefined && (client === null || client === clientId)) {
      return operation === "StartTransaction" || operation === "FinishTransaction" && processData === abortedReceipt
    }
    const lost = this.lostStarts.get(clientId) ?? 0
    if (operation !== "StartTransaction" || lost === 0) return false
    this.lostStarts.set(clientId, lost - 1)
    return true
  }

  private isOurs({ clientId, number }: LoggedTransaction): boolean {
    return this.known.uses.some(({ clients, first, last }) =>
      clients.has(clientId) && number >= first && (last === null || number <= last)
    )
  }
}

/** Whose the message is; else in what it differs from the record. */
const judge = (own: RecordedTransaction, message: LogMessage, logged: LoggedTransaction): Owner | Array<string> => {
  const differences = own.clientId === logged.clientId ? [] : ["client"]
  const isStart = logged.operation === "StartTransaction"
  const isFinish = logged.operation === "FinishTransaction"
  if (!isStart && !isFinish) return ["nobody here sends updates"]
  if (isFinish && own.processType !== logged.processType) differences.push("process type")
  if (isFinish && own.processData !== logged.processData) differences.push("process data")
  const kept = isStart ? own.start : own.finish
  if (kept !== null) differences.push(...signatureDifferences(kept, message, own.timeFormat))
  if (differences.length > 0) return differences
  return isFinish && kept === null ? "unanswered" : own.isOwn ? "recorded" : "recordedElsewhere"
}

const signatureDifferences = (
  { counter, signature, time }: RecordedSignature,
  message: LogMessage,
  timeFormat: TimeFormat
): ReadonlyArray<string> => [
  ...(counter === message.counter ? [] : ["counter"]),
  ...(Buffer.compare(logTimeBytes(time, timeFormat), message.logTime) === 0 ? [] : ["time"]),
  ...(Buffer.compare(signature, message.signature) === 0 ? [] : ["signature"])
]
