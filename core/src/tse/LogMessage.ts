import { Result } from "effect"
import * as Der from "./Der.ts"
import { algorithmOf, bytesOf, type SignatureAlgorithm, type SignedMessage, TseOperation } from "./SignedMessage.ts"

/** A message of a device's log: a file of its export (BSI TR-03151). */
export interface LogMessage {
  readonly kind: "transaction" | "system" | "audit"
  /** The signed bytes. */
  readonly signed: Uint8Array
  readonly signature: Uint8Array
  /** 32 bytes: SHA-256 of the device's public point. */
  readonly serial: Uint8Array
  readonly algorithm: SignatureAlgorithm
  readonly counter: bigint
  /** The time as it was signed, an element of DER. */
  readonly logTime: Uint8Array
  /** Null unless the message is about a transaction. */
  readonly transaction: LoggedTransaction | null
}

export interface LoggedTransaction {
  readonly operation: TseOperation
  readonly number: bigint
  readonly clientId: string
  readonly processType: string
  readonly processData: string
}

/** Writes a log file: the signed elements and the signature within one SEQUENCE. */
export const fileOf = (message: SignedMessage, signature: Uint8Array): Uint8Array =>
  Der.sequence(bytesOf(message), Der.element(Der.tags.octetString, signature))

/** The name of the file of a message whose time is in seconds since 1970. */
export const fileNameOf = (message: SignedMessage): string => {
  const seconds = Math.floor(message.logTime.epochMilliseconds / 1000)
  const operation = message.operation.replace("Transaction", "")
  return `Unixt_${seconds}_Sig-${message.signatureCounter}_Log-Tra_No-${message.transactionNumber}_${operation}` +
    `_Client-${message.clientId}.log`
}

/** Parses a log file; fails with the reason when it is not one. */
export const read = (file: Uint8Array): Result.Result<LogMessage, string> =>
  Result.gen(function*() {
    const [whole, ...after] = yield* Der.read(file)
    if (whole?.tag !== Der.tags.sequence || after.length > 0) return yield* Result.fail("it is no sequence")
    const elements = yield* Der.read(whole.content)
    const last = elements.at(-1)
    const algorithmAt = elements.findIndex(({ tag }) => tag === Der.tags.sequence)
    const [version, type] = elements
    const [serial, algorithm] = elements.slice(algorithmAt - 1)
    const counterAt = elements.findIndex(({ tag }, at) => at > algorithmAt && tag === Der.tags.integer)
    const [counter, time] = elements.slice(counterAt)
    if (
      algorithmAt < 3 || last?.tag !== Der.tags.octetString || serial?.tag !== Der.tags.octetString ||
      version?.tag !== Der.tags.integer || type?.tag !== Der.tags.objectIdentifier || counterAt < 0 ||
      counter === undefined ||
      time === undefined || time === last
    ) {
      return yield* Result.fail("its elements are not those of a log message")
    }
    const known = algorithm === undefined ? undefined : algorithmOf(algorithm.content)
    const kind = kinds.find(([, oid]) => oid === type.content.toString())?.[0]
    if (known === undefined) return yield* Result.fail("its signature algorithm is unknown")
    if (kind === undefined) return yield* Result.fail("its kind is unknown")
    return {
      kind,
      signed: whole.content.subarray(0, whole.content.length - Der.element(last.tag, last.content).length),
      signature: last.content,
      serial: serial.content,
      algorithm: known,
      counter: Der.integerOf(counter.content),
      logTime: Der.element(time.tag, time.content),
      transaction: kind === "transaction" ? yield* transactionOf(elements) : null
    }
  })

const kinds = (["transaction", "system", "audit"] as const).map((kind, index) =>
  [kind, Der.objectIdentifier(`0.4.0.127.0.7.3.7.1.${index + 1}`).subarray(2).toString()] as const
)

const transactionOf = (elements: ReadonlyArray<Der.DerElement>): Result.Result<LoggedTransaction, string> => {
  const at = (tag: number) => elements.find((element) => element.tag === tag)?.content
  const number = at(0x85)
  const operation = TseOperation.literals.find((name) => name === textOf(at(0x80)))
  return number === undefined || operation === undefined
    ? Result.fail("it names no transaction or no operation")
    : Result.succeed({
      operation,
      number: Der.integerOf(number),
      clientId: textOf(at(0x81)),
      processData: textOf(at(0x82)),
      processType: textOf(at(0x83))
    })
}

const textOf = (content: Uint8Array = new Uint8Array()) => new TextDecoder().decode(content)
