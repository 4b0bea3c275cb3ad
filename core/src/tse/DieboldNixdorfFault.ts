import type { TseCommand } from "./TseCommand.ts"
import { TseError, type TseErrorKind } from "./TseDevice.ts"

/** The meaning of an error code. */
interface Meaning {
  readonly kind: TseErrorKind
  readonly scope: TseError["scope"]
  readonly retry: TseError["retry"]
  /** The device may have signed although it answered with an error. */
  readonly mayHaveSigned?: true
}

const meaning = (kind: TseErrorKind, scope: TseError["scope"], retry: TseError["retry"]): Meaning => ({
  kind,
  scope,
  retry
})

const invalid = meaning("request_invalid", "order", "never")
const defect = meaning("device_defect", "device", "later")
const busy = meaning("busy", "device", "later")
const misconfigured = meaning("request_invalid", "device", "never")
const refused = meaning("credentials_wrong", "device", "never")
const blocked = meaning("credentials_blocked", "device", "never")
const full = meaning("transaction_limit", "device", "later")
const clientsFull = meaning("client_limit", "client", "later")
const unfinished = meaning("client_unfinished", "client", "later")
const transactionUnknown = meaning("transaction_unknown", "order", "never")
const operationFailed = meaning("device_defect", "order", "later")
const ended = meaning("device_defect", "device", "never")

const each = (codes: ReadonlyArray<number>, of: Meaning): ReadonlyArray<readonly [number, Meaning]> =>
  codes.map((code) => [code, of])

/** From `first` down to `last`, both included. */
const down = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, n) => first - n)

/** The codes of the web service, then those of the device behind it. */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  ...each([1, 2, 3, 4, 9, 34, 35], invalid),
  ...each([5, 8, 13, 16, 20], defect),
  ...each([10, 11, 15, 40, 41], busy),
  [12, meaning("self_test_due", "device", "now")],
  [14, misconfigured],
  ...each([17, 18, 26, 27, 28, 29, 30, 31], refused),
  ...each([32, 33], blocked),
  [19, meaning("client_unknown", "client", "now")],
  [21, full],
  [22, meaning("signatures_used_up", "device", "never")],
  [23, clientsFull],
  ...each([24, 25], unfinished),
  [1337, meaning("client_exists", "client", "never")],
  ...each([5017, -5017, -5006], transactionUnknown),
  ...each([-5001, -5002], { ...defect, mayHaveSigned: true }),
  [-5003, busy],
  ...each([-5004, -5005, -5007, -5008], invalid),
  ...each([-5009, -5010, -5011], operationFailed),
  ...each(down(-5012, -5016), defect),
  [-5018, misconfigured],
  [-5019, meaning("time_not_set", "device", "now")],
  // The log message is stored although no signature comes back.
  [-5020, { ...meaning("certificate_expired", "device", "never"), mayHaveSigned: true }],
  [-5021, ended],
  ...each([-5022, -5023, -5035, -5036], refused),
  ...each([...down(-5024, -5034), -5037], invalid)
])

/** Codes that mean something else as the answer to one command. */
const byCommand: { readonly [command: string]: ReadonlyMap<number, Meaning> | undefined } = {
  RegisterClientID: new Map([[4, meaning("request_invalid", "client", "never")], [21, clientsFull]]),
  DeregisterClientID: new Map([
    [4, meaning("request_invalid", "client", "never")],
    [5, meaning("client_unknown", "client", "never")],
    [1337, meaning("request_invalid", "client", "never")]
  ])
}

/** Commands that sign. Sent twice, they sign twice. */
const signing: ReadonlySet<string> = new Set(["StartTransaction", "UpdateTransaction", "FinishTransaction"])

/** Whether it matters that a command may have been carried out when its answer is lost. */
const signs = (command: TseCommand): boolean => signing.has(command.name)

/** The error of an error answer. Its code decides; the device's text is for people. */
export const faultOf = (command: TseCommand, code: number | null, words: string): TseError => {
  const of = code === null ? invalid : byCommand[command.name]?.get(code) ?? meanings.get(code) ?? unknown(command)
  const { kind, mayHaveSigned, retry, scope } = of
  return new TseError({
    kind,
    code,
    text: words === "" ? `The device refused ${command.name}` : words.slice(0, longestText),
    outcomeKnown: !(mayHaveSigned && signs(command)),
    scope,
    retry
  })
}

/**
 * The device could not be reached, or the connection ended while no command was sent. The text is always the same: messages of the
 * network would tell someone who may enter addresses what else listens there.
 */
export const unreachable = (which: keyof typeof unreachableTexts, detail?: string): TseError =>
  new TseError({
    kind: "unreachable",
    code: null,
    text: unreachableTexts[which],
    ...(detail === undefined ? {} : { detail }),
    outcomeKnown: true,
    scope: "device",
    retry: "later"
  })

const unreachableTexts = {
  noConnection: "The device can't be reached",
  refused:
    "The server may not connect to the device's address, unless it is started with WRISTBANK_DEVICE_NETWORKS that " +
    "names its network",
  ended: "The connection to the device ended"
}

/** No answer came in time. */
export const timedOut = (command: TseCommand): TseError =>
  new TseError({
    kind: "timed_out",
    code: null,
    text: `The device did not answer ${command.name} in time`,
    outcomeKnown: !signs(command),
    scope: "device",
    retry: "later"
  })

/** The error of a command when the connection ends; a signing command that was under way may have been carried out. */
export const cutShort = (lost: TseError, underWay?: TseCommand): TseError =>
  new TseError({
    kind: lost.kind,
    code: lost.code,
    text: lost.text,
    ...(lost.detail === undefined ? {} : { detail: lost.detail }),
    outcomeKnown: underWay === undefined || !signs(underWay),
    scope: lost.scope,
    retry: lost.retry
  })

/** The answer lacks fields, so it is not known what was signed. */
export const unreadable = (command: TseCommand): TseError =>
  new TseError({
    kind: "unknown",
    code: null,
    text: `The device's answer to ${command.name} can't be read`,
    outcomeKnown: !signs(command),
    scope: "order",
    retry: "never"
  })

/** The device is not the one of the serial number. */
export const wrongDevice = (text: string, command: TseCommand): TseError =>
  new TseError({
    kind: "wrong_device",
    code: null,
    text,
    outcomeKnown: !signs(command),
    scope: "device",
    retry: "later"
  })

/** A request that was not sent because the device would refuse it. */
export const notSent = (text: string): TseError =>
  new TseError({ kind: "request_invalid", code: null, text, outcomeKnown: true, scope: "order", retry: "never" })

const longestText = 200

/** An unknown code: after a signing command it concerns the whole device, else only the command. */
const unknown = (command: TseCommand): Meaning =>
  signs(command) ? meaning("unknown", "device", "later") : meaning("unknown", "order", "never")
