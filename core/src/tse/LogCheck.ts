import { Result, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import * as Der from "./Der.ts"
import * as LogMessage from "./LogMessage.ts"
import { type Verifier, verifierOf } from "./SignatureCheck.ts"
import type { ArchivedFile } from "./TarArchive.ts"

/** A signature that is on record here, to be found again in the device's log. */
export interface RecordedSignature {
  readonly transactionNumber: bigint
  readonly signatureCounter: bigint
  readonly signature: Uint8Array
  readonly clientId: string
  readonly processType: string
  readonly processData: string
}

/** Something in an export that must not be; of the whole of it when no file is named. */
export const LogProblem = Schema.Struct({ file: Schema.NullOr(Schema.String), problem: Schema.String })
export type LogProblem = typeof LogProblem.Type

/** What a check found. */
export const LogReport = Schema.Struct({
  messages: Schema.Int,
  /** Transactions that were begun in it, and how many of those have no end in it. */
  started: Schema.Int,
  unfinished: Schema.Int,
  /** Of the signature counters; null without a message. */
  firstCounter: Schema.NullOr(Schema.BigInt),
  lastCounter: Schema.NullOr(Schema.BigInt),
  problems: Schema.Array(LogProblem)
})
export type LogReport = typeof LogReport.Type

/** What the log is held against beside itself. */
export interface LogExpectations {
  /** The uncompressed point; otherwise one of the certificates in the export has to be the device's. */
  readonly publicKey?: Uint8Array
  /** All signatures of the device that are on record, of the span of counters that the export has. */
  readonly recorded?: ReadonlyArray<RecordedSignature>
}

/** Holds an export of a device's log against itself and what is expected, file by file. */
export class LogCheck {
  private readonly verifiers = new Map<string, Verifier | undefined>()
  private readonly counters = new Set<bigint>()
  private readonly started = new Set<bigint>()
  private readonly finished = new Set<bigint>()
  private readonly recorded: Map<bigint, RecordedSignature> | undefined
  private readonly problems: Array<LogProblem> = []
  private messages = 0
  private described = false

  /** Certificates must be known before the first message is added; `certificate` takes them. */
  constructor({ publicKey, recorded }: LogExpectations) {
    if (publicKey !== undefined) this.trust(publicKey)
    this.recorded = recorded && new Map(recorded.map((signature) => [signature.signatureCounter, signature]))
  }

  /** Takes the key of a file that is a certificate. */
  certificate({ bytes, name }: ArchivedFile): void {
    const point = /_X509\.(cer|pem|der|crt)$/.test(name) ? pointOf(bytes) : undefined
    if (point !== undefined) this.trust(point)
  }

  add({ bytes, name }: ArchivedFile): void {
    if (name === "info.csv") this.described = true
    if (!name.endsWith(".log")) return
    this.messages++
    const message = LogMessage.read(bytes)
    if (Result.isFailure(message)) this.tell(name, message.failure)
    else this.addMessage(name, message.success)
  }

  end(): LogReport {
    const sorted = [...this.counters].toSorted((one, other) => one < other ? -1 : 1)
    if (!this.described) this.tell(null, "info.csv is missing")
    for (const [index, counter] of sorted.entries()) {
      const before = sorted[index - 1]
      if (before !== undefined && counter !== before + 1n) {
        this.tell(null, `counters ${before + 1n} to ${counter - 1n} are missing`)
      }
    }
    for (const counter of this.recorded?.keys() ?? []) {
      this.tell(null, `signature ${counter} is on record but not in the export`)
    }
    return {
      messages: this.messages,
      started: this.started.size,
      unfinished: [...this.started].filter((number) => !this.finished.has(number)).length,
      firstCounter: sorted[0] ?? null,
      lastCounter: sorted.at(-1) ?? null,
      problems: this.problems
    }
  }

  private addMessage(name: string, message: LogMessage.LogMessage): void {
    const { counter, transaction } = message
    const verifier = this.verifiers.get(Buffer.from(message.serial).toString("hex"))
    if (verifier === undefined) this.tell(name, "no certificate belongs to its serial number")
    else if (!verifier.verify(message.signed, message.signature, message.algorithm)) {
      this.tell(name, "its signature is not valid")
    }
    if (this.counters.has(counter)) this.tell(name, `counter ${counter} is there twice`)
    this.counters.add(counter)
    if (!name.includes(`_Sig-${counter}_`)) this.tell(name, "its name has another counter")
    if (transaction === null) return
    if (!name.includes(`_No-${transaction.number}_`)) this.tell(name, "its name has another transaction")
    this.addTransaction(name, transaction)
    if (transaction.operation === "FinishTransaction") this.compare(name, message, transaction)
  }

  private addTransaction(name: string, { number, operation }: LogMessage.LoggedTransaction): void {
    if (operation === "UpdateTransaction") return
    const seen = operation === "StartTransaction" ? this.started : this.finished
    if (seen.has(number)) this.tell(name, `${operation} of ${number} is there twice`)
    seen.add(number)
  }

  private compare(name: string, message: LogMessage.LogMessage, logged: LogMessage.LoggedTransaction): void {
    if (this.recorded === undefined) return
    const recorded = this.recorded.get(message.counter)
    this.recorded.delete(message.counter)
    // What ended a transaction that belongs to no order is on record nowhere.
    if (recorded === undefined) {
      if (!logged.processData.startsWith("AVBelegabbruch")) this.tell(name, "its signature is not on record")
      return
    }
    const same = recorded.transactionNumber === logged.number && recorded.clientId === logged.clientId &&
      recorded.processType === logged.processType && recorded.processData === logged.processData &&
      Buffer.compare(recorded.signature, message.signature) === 0
    if (!same) this.tell(name, "what is on record for its counter differs")
  }

  private trust(publicKey: Uint8Array): void {
    const verifier = verifierOf(publicKey)
    if (verifier !== undefined) this.verifiers.set(Buffer.from(verifier.serial).toString("hex"), verifier)
  }

  private tell(file: string | null, problem: string): void {
    this.problems.push({ file, problem })
  }
}

/** Checks an export; its files are gone through twice, as certificates may come last. */
export const checkLog = async (
  files: () => AsyncIterable<ArchivedFile>,
  expectations: LogExpectations = {}
): Promise<LogReport> => {
  const check = new LogCheck(expectations)
  for await (const file of files()) check.certificate(file)
  for await (const file of files()) check.add(file)
  return check.end()
}

/** The uncompressed point that a certificate is about; undefined when it is none. */
const pointOf = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    const info = new X509Certificate(bytes).publicKey.export({ type: "spki", format: "der" })
    const [, bits] = Result.getOrElse(
      Der.read(Result.getOrElse(Der.read(info), () => [])[0]?.content ?? info),
      () => []
    )
    return bits?.content.subarray(1)
  } catch {
    return undefined
  }
}
