import { type DateTime, Schema } from "effect"
import type { LoggedTransaction, LogMessage } from "./LogMessage.ts"
import { abortedReceipt } from "./ProcessData.ts"
import { logTimeBytes, type TimeFormat } from "./SignedMessage.ts"

/** A recorded signature. */
export interface RecordedSignature {
  readonly counter: bigint
  readonly signature: Uint8Array
  /** The time that the device reported. */
  readonly time: DateTime.Utc
}

/** A recorded transaction that a device started for an order. */
export interface RecordedTransaction {
  readonly number: bigint
  readonly clientId: string
  readonly timeFormat: TimeFormat
  /** The data of the finish, even if that was not sent. */
  readonly processType: string | null
  readonly processData: string | null
  /** Null if it was not kept. */
  readonly start: RecordedSignature | null
  /** Null if the device gave none, or its answer was lost. */
  readonly finish: RecordedSignature | null
  /** Whether the order belongs to the event that asks; the device may have signed for others before. */
  readonly isOwn: boolean
}

/** Use of the device by an event of this installation. */
export interface DeviceUse {
  /** Clients that the event registered at the device. */
  readonly clients: ReadonlySet<string>
  /** Numbers of the first recorded transaction and, once the event disabled the device, of the last; null before that. */
  readonly first: bigint
  readonly last: bigint | null
}

/** Records of a device other than the transactions of orders. */
export interface DeviceRecords {
  readonly uses: ReadonlyArray<DeviceUse>
  /** Transactions that were started and belong to no signed order, with their client; null if the client is unknown. */
  readonly givenUp: ReadonlyMap<bigint, string | null>
  /** The client of each start without an answer: the device may have started a transaction with any number. */
  readonly lostStarts: ReadonlyArray<string>
}

/** How the signatures of a log are explained, each by one of these. */
export const LogOwners = Schema.Struct({
  /** Recorded at the event, and at other events of this installation. */
  recorded: Schema.Int,
  recordedElsewhere: Schema.Int,
  /** Of recorded transactions that belong to no signed order. */
  givenUp: Schema.Int,
  /** Of orders that the device signed and whose answer was lost. */
  unanswered: Schema.Int,
  /** By other installations: before this one used the device, after it, or meanwhile with clients of their own. */
  others: Schema.Int
})
export type LogOwners = typeof LogOwners.Type

type Owner = keyof LogOwners

/** Compares a device's log with the device's records, message by message. */
export class LogComparison {
  private readonly records: DeviceRecords
  private readonly lostStarts = new Map<string, number>()
  private readonly counts = { recorded: 0, recordedElsewhere: 0, givenUp: 0, unanswered: 0, others: 0 }

  constructor(records: DeviceRecords) {
    this.records = records
    for (const client of records.lostStarts) this.lostStarts.set(client, (this.lostStarts.get(client) ?? 0) + 1)
  }

  get owners(): LogOwners {
    return { ...this.counts }
  }

  /**
   * Returns what is wrong about a message, null if nothing is.
   *
   * @param recorded transactions of orders with the message's number: several if the device counted from the beginning again
   */
  compare(message: LogMessage, recorded: ReadonlyArray<RecordedTransaction>): string | null {
    const { transaction } = message
    if (transaction === null) return null
    const compared = recorded.map((own) => compareWith(own, message, transaction))
    const owner = compared.find((one) => typeof one === "string") ??
      (this.isGivenUp(transaction) ? "givenUp" : undefined) ??
      (compared.length === 0 && !this.isOurs(transaction) ? "others" : undefined)
    if (owner !== undefined) {
      this.counts[owner]++
      return null
    }
    const [differences] = compared
    return typeof differences === "object"
      ? `it differs from what is on record: ${differences.join(", ")}`
      : "it is not on record"
  }

  private isGivenUp({ clientId, number, operation, processData }: LoggedTransaction): boolean {
    const client = this.records.givenUp.get(number)
    if (client !== undefined && (client === null || client === clientId)) {
      return operation === "StartTransaction" || operation === "FinishTransaction" && processData === abortedReceipt
    }
    const lost = this.lostStarts.get(clientId) ?? 0
    if (operation !== "StartTransaction" || lost === 0) return false
    this.lostStarts.set(clientId, lost - 1)
    return true
  }

  private isOurs({ clientId, number }: LoggedTransaction): boolean {
    return this.records.uses.some(({ clients, first, last }) =>
      clients.has(clientId) && number >= first && (last === null || number <= last)
    )
  }
}

/** The owner of a message, or how the message differs from the record. */
const compareWith = (
  own: RecordedTransaction,
  message: LogMessage,
  logged: LoggedTransaction
): Owner | Array<string> => {
  const differences = own.clientId === logged.clientId ? [] : ["client"]
  const isStart = logged.operation === "StartTransaction"
  const isFinish = logged.operation === "FinishTransaction"
  if (!isStart && !isFinish) return ["Wristbank sends no updates"]
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
