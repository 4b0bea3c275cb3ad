import { Result, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { nullOr } from "../base/OptionalField.ts"
import * as Der from "./Der.ts"
import * as LogMessage from "./LogMessage.ts"
import { NumberSet } from "./NumberSet.ts"
import { type Verifier, verifierOf, withVerdicts } from "./SignatureCheck.ts"
import type { ArchivedFile } from "./TarArchive.ts"

/** A problem of a file; of the export as a whole if `file` is null. */
export const LogProblem = Schema.Struct({ file: nullOr(Schema.String), problem: Schema.String })
export type LogProblem = typeof LogProblem.Type

/** The result of a check. */
export const LogReport = Schema.Struct({
  messages: Schema.Int,
  /** Transactions that were started, and how many of them were not finished. */
  started: Schema.Int,
  unfinished: Schema.Int,
  /** Range of the signature counters; null without messages. */
  firstCounter: nullOr(Schema.BigInt),
  lastCounter: nullOr(Schema.BigInt),
  /** The first problems, see `mostProblems` and `mostAlike`. */
  problems: Schema.Array(LogProblem),
  problemCount: Schema.Int
})
export type LogReport = typeof LogReport.Type

/** A file of an export after it was parsed and verified. */
export interface ReadFile {
  readonly name: string
  /** Null if the file is not part of the log. */
  readonly message: Result.Result<LogMessage.LogMessage, string> | null
  /** Whether the message is signed by the device that it names; undefined without a message or the device's key. */
  readonly verifies: boolean | undefined
}

/** How many problems are listed; more are only counted. */
const mostProblems = 1000

/** How many problems are listed that differ in nothing but numbers: in the log of a wrong device every message has one. */
const mostAlike = 20

/**
 * Checks an export of a device's log, file by file. Only numbers of the messages are kept in memory, because a device's log may
 * have millions of messages.
 */
export class LogCheck {
  private readonly verifiers = new Map<string, Verifier>()
  private readonly counters = new NumberSet()
  private readonly started = new NumberSet()
  private readonly finished = new NumberSet()
  private readonly problems: Array<LogProblem> = []
  private readonly isKeyGiven: boolean
  private readonly alike = new Map<string, number>()
  private problemCount = 0
  private messages = 0
  private unfinished = 0
  private described = false

  /** @param publicKey the device's uncompressed point; if absent, a certificate of the export must have it */
  constructor(publicKey?: Uint8Array) {
    this.isKeyGiven = publicKey !== undefined
    if (publicKey !== undefined) this.trust(publicKey)
  }

  /** Takes the key from a certificate, unless one was given. Call this before the first message is added. */
  certificate({ bytes, name }: ArchivedFile): void {
    if (!/_X509\.(cer|pem|der|crt)$/.test(name)) return
    const point = pointOf(bytes)
    if (point !== undefined) this.trust(point)
  }

  /** Parses and verifies a file; several may be read at a time, see `verifiedAtOnce`. */
  async read({ bytes, name }: ArchivedFile): Promise<ReadFile> {
    if (!name.endsWith(".log")) return { name, message: null, verifies: undefined }
    const message = LogMessage.read(bytes)
    if (Result.isFailure(message)) return { name, message, verifies: undefined }
    const { algorithm, serial, signature, signed } = message.success
    const verifier = this.verifiers.get(Buffer.from(serial).toString("hex"))
    return { name, message, verifies: await verifier?.verifyInBackground(signed, signature, algorithm) }
  }

  /** Adds a file that was read; returns its message if it was signed by the device. */
  add({ verifies, message, name }: ReadFile): LogMessage.LogMessage | null {
    if (name === "info.csv") this.described = true
    if (message === null) return null
    this.messages++
    if (Result.isSuccess(message)) return this.addMessage(name, message.success, verifies) ? message.success : null
    this.tell(name, message.failure)
    return null
  }

  /** Expects a recorded signature among the messages; call this once all are added. */
  expect(counter: bigint): void {
    const { first, last } = this.counters
    if (first === null || last === null || counter < first || counter > last || this.counters.has(counter)) return
    this.tell(null, `the signature ${counter} is on record but not in the export`)
  }

  tell(file: string | null, problem: string): void {
    this.problemCount++
    const kind = problem.replaceAll(/\d+/g, "0")
    const before = this.alike.get(kind) ?? 0
    // A damaged log could have as many kinds of problems as messages.
    if (before > 0 || this.alike.size < mostProblems) this.alike.set(kind, before + 1)
    if (before < mostAlike && this.problems.length < mostProblems) this.problems.push({ file, problem })
  }

  end(): LogReport {
    if (!this.described) this.tell(null, "info.csv is missing")
    for (const [from, to] of this.counters.gaps()) this.tell(null, `counters ${from} to ${to} are missing`)
    return {
      messages: this.messages,
      started: this.started.size,
      unfinished: this.unfinished,
      firstCounter: this.counters.first,
      lastCounter: this.counters.last,
      problems: this.problems,
      problemCount: this.problemCount
    }
  }

  /** Returns whether the message was signed by the device. */
  private addMessage(
    name: string,
    { counter, transaction }: LogMessage.LogMessage,
    verifies: boolean | undefined
  ): boolean {
    if (verifies === undefined) {
      this.tell(name, this.isKeyGiven ? "it is another device's" : "no certificate belongs to its serial number")
      return false
    }
    if (!verifies) this.tell(name, "its signature is not valid")
    if (!this.counters.add(counter)) this.tell(name, `counter ${counter} is there twice`)
    if (!name.includes(`_Sig-${counter}_`)) this.tell(name, "its name has another counter")
    if (transaction !== null) this.addTransaction(name, transaction)
    return verifies
  }

  private addTransaction(name: string, { number, operation }: LogMessage.LoggedTransaction): void {
    if (!name.includes(`_No-${number}_`)) this.tell(name, "its name has another transaction")
    if (operation === "UpdateTransaction") return
    const isStart = operation === "StartTransaction"
    const [own, other] = isStart ? [this.started, this.finished] : [this.finished, this.started]
    if (!own.add(number)) this.tell(name, `${operation} of ${number} is there twice`)
    // The finish may come before the start: files are in any order.
    else if (isStart !== other.has(number)) this.unfinished += isStart ? 1 : -1
  }

  private trust(publicKey: Uint8Array): void {
    const verifier = verifierOf(publicKey)
    if (verifier !== undefined) this.verifiers.set(Buffer.from(verifier.serial).toString("hex"), verifier)
  }
}

/** Checks an export. Its files are read twice, because certificates may come last. */
export const checkLog = async (
  files: () => AsyncIterable<ArchivedFile>,
  publicKey?: Uint8Array
): Promise<LogReport> => {
  const check = new LogCheck(publicKey)
  if (publicKey === undefined) { for await (const file of files()) check.certificate(file) }
  for await (const [, read] of withVerdicts(files(), (file) => check.read(file))) check.add(read)
  return check.end()
}

/** The public key of a certificate as an uncompressed point; undefined if the certificate is invalid. */
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
