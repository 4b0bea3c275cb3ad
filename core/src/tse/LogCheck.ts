import { Result, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import * as Der from "./Der.ts"
import * as LogMessage from "./LogMessage.ts"
import { NumberSet } from "./NumberSet.ts"
import { type Verifier, verifierOf, withVerdicts } from "./SignatureCheck.ts"
import type { ArchivedFile } from "./TarArchive.ts"

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
  /** The first of them, see `mostProblems` and `mostAlike`. */
  problems: Schema.Array(LogProblem),
  problemCount: Schema.Int
})
export type LogReport = typeof LogReport.Type

/** A file of an export with all that it says of itself. */
export interface ReadFile {
  readonly name: string
  /** Null: it is none of the log. */
  readonly message: Result.Result<LogMessage.LogMessage, string> | null
  /** Whether the message is signed by the device that it names; undefined without a message or the device's key. */
  readonly verifies: boolean | undefined
}

/** So many problems are told one by one. */
const mostProblems = 1000

/** And so many that differ in their numbers alone: a log of the wrong device has one with each message. */
const mostAlike = 20

/**
 * Holds an export of a device's log against itself, file by file. Of what was looked at only numbers are kept, as a device's
 * whole life has millions of messages.
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

  /** @param publicKey the device's uncompressed point; otherwise it has to be in one of the export's certificates */
  constructor(publicKey?: Uint8Array) {
    this.isKeyGiven = publicKey !== undefined
    if (publicKey !== undefined) this.trust(publicKey)
  }

  /** Takes the key of a file that is a certificate, where none was given; needed before the first message is added. */
  certificate({ bytes, name }: ArchivedFile): void {
    if (!/_X509\.(cer|pem|der|crt)$/.test(name)) return
    const point = pointOf(bytes)
    if (point !== undefined) this.trust(point)
  }

  /** Reads a file and verifies it; several may be read at a time, see `verifiedAtOnce`. */
  async read({ bytes, name }: ArchivedFile): Promise<ReadFile> {
    if (!name.endsWith(".log")) return { name, message: null, verifies: undefined }
    const message = LogMessage.read(bytes)
    if (Result.isFailure(message)) return { name, message, verifies: undefined }
    const { algorithm, serial, signature, signed } = message.success
    const verifier = this.verifiers.get(Buffer.from(serial).toString("hex"))
    return { name, message, verifies: await verifier?.verifyAside(signed, signature, algorithm) }
  }

  /** Takes up a file that was read; answers its message if it is one of the device's. */
  add({ verifies, message, name }: ReadFile): LogMessage.LogMessage | null {
    if (name === "info.csv") this.described = true
    if (message === null) return null
    this.messages++
    if (Result.isSuccess(message)) return this.addMessage(name, message.success, verifies) ? message.success : null
    this.tell(name, message.failure)
    return null
  }

  /** Tells of a signature on record that should be among the messages: once all are added. */
  expect(counter: bigint): void {
    const { first, last } = this.counters
    if (first === null || last === null || counter < first || counter > last || this.counters.has(counter)) return
    this.tell(null, `the signature ${counter} is on record but not in the export`)
  }

  tell(file: string | null, problem: string): void {
    this.problemCount++
    const kind = problem.replaceAll(/\d+/g, "0")
    const before = this.alike.get(kind) ?? 0
    // A damaged log could have as many kinds as messages.
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

  /** Says whether it is the device's. */
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
    // In whatever order the files are.
    else if (isStart !== other.has(number)) this.unfinished += isStart ? 1 : -1
  }

  private trust(publicKey: Uint8Array): void {
    const verifier = verifierOf(publicKey)
    if (verifier !== undefined) this.verifiers.set(Buffer.from(verifier.serial).toString("hex"), verifier)
  }
}

/** Checks an export; its files are gone through twice, as certificates may come last. */
export const checkLog = async (
  files: () => AsyncIterable<ArchivedFile>,
  publicKey?: Uint8Array
): Promise<LogReport> => {
  const check = new LogCheck(publicKey)
  if (publicKey === undefined) { for await (const file of files()) check.certificate(file) }
  for await (const [, read] of withVerdicts(files(), (file) => check.read(file))) check.add(read)
  return check.end()
}

/** The uncompressed point that a certificate is about; undefined when it is no valid certificate. */
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
