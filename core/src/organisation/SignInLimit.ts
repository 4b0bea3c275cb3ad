import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import type { Rule } from "../base/Rule.ts"
import { networkOf } from "../base/SenderNetwork.ts"
import { text } from "../base/Sentence.ts"
import { signInRules } from "./SignInRules.ts"

const tooMany = text({
  en: "Too many attempts, please try again later",
  de: "Zu viele Versuche, bitte später noch einmal versuchen"
})

/** Limits whose refusal has a name and a sentence of its own. */
const ownRules = [signInRules.signed_in_too_often]

/**
 * The call was made too often for now; the next one is possible after the given seconds. Counted are failed sign-ins of an account
 * and of a network, all sign-ins of an account, changes of a guest's bank data, top-ups that a guest began on the web, wristbands
 * that a guest blocked, test mails of an event, and receipts asked for by number or as PDF.
 */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()(
  "TooManyAttempts",
  {
    retry_after_seconds: Schema.Int,
    /** The limit that was reached, if it has a name. */
    rule: Schema.optionalKey(Schema.String)
  },
  { httpApiStatus: 429 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return (ownRules.find(({ name }) => name === this.rule) ?? tooMany)[language]
  }
}

/** Seconds for which a failure counts. */
export const windowSeconds = 15 * 60

/** Largest counts within the window. Beyond them the next try must wait, or tries take turns. */
export const limits = {
  /** Failures for one account from one network, or from one device that its user signed in with before. */
  account: 5,
  /** Failures from one network at the back office, and at the portal with chip numbers. */
  network: 20,
  /** Failures from one network at the portal. */
  portalNetwork: 10,
  /** Failures for one account from all networks. */
  accountEverywhere: 30,
  /** Wrong PINs at one event from all networks. */
  eventEverywhere: 100,
  /** Wrong codes of one user's second factor, from all networks. At 40 an hour, a guess in years is unlikely. */
  secondFactor: 10,
  /** Sign-ins of one account from one network or known device, including successful ones. */
  signIns: 30,
  /** Sign-ins at one terminal. Each of them makes concurrent bookings of the event decide anew. */
  terminalSignIns: 100,
  /** PINs that are typed at one terminal to find their guests: more than a person types. */
  pinsAtTerminal: 200,
  /** Changes of a guest's bank data. */
  bankData: 10,
  /** Top-ups that a guest begins on the web. */
  checkouts: 30,
  /** Wristbands that a guest blocks. */
  tagBlocks: 5,
  /** Test mails that an event's people send. */
  testMails: 10,
  /** Receipts requested from one network by number, or as PDF. */
  receipts: 200
} as const

/** How tries go on beyond a limit that never closes: one after the other, at each server. */
export interface Pace {
  /** Milliseconds between the starts of two tries. A right one gives its turn back. */
  readonly pauseMillis: number
  /** Tries that may wait for a turn; further ones get `TooManyAttempts`. */
  readonly mostWaiting: number
  /** Those of them that may come from one network. */
  readonly mostOfNetwork: number
}

/**
 * The paces. A guest who shares an address with an attacker must get in, so a network is never closed; the pace
 * alone bounds guessing. `docs/developer-documentation/guessing.md` has the figures.
 */
export const paces = {
  /** A login from one network: 100 tries an hour, the most that ASVS 4 (2.2.1) allows for an account. */
  login: { pauseMillis: 36_000, mostWaiting: 0, mostOfNetwork: 0 },
  /** The chip number of a wristband from one network. */
  wristband: { pauseMillis: 1_000, mostWaiting: 2, mostOfNetwork: 2 },
  /** A network at the back office. */
  officeNetwork: { pauseMillis: 500, mostWaiting: 4, mostOfNetwork: 4 },
  /** A network at the portal. */
  portalNetwork: { pauseMillis: 200, mostWaiting: 10, mostOfNetwork: 10 },
  /** A login or wristband, from all networks: 7,200 tries an hour. */
  account: { pauseMillis: 500, mostWaiting: 4, mostOfNetwork: 1 },
  /** An event, from all networks. */
  event: { pauseMillis: 100, mostWaiting: 20, mostOfNetwork: 4 }
} as const satisfies { readonly [name: string]: Pace }

/** The key under which tries are counted, and the number of tries within the window that fills it. */
export interface Subject {
  readonly key: string
  readonly limit: number
  /** How tries go on when it is full; without a pace it is closed. */
  readonly pace?: Pace
  /** The name and sentence of its refusal, if it has its own. */
  readonly rule?: Rule<string, "TooManyAttempts">
}

/** A sign-in attempt: its network, and the subjects for which it counts. */
export interface Attempt {
  readonly network: string
  /**
   * The device, if its user signed in with it before. Until it is full, the try counts for the device alone: no one who
   * guesses can keep the user away. A success deletes its failures.
   */
  readonly device?: Subject | undefined
  /** The account, as tried from this network. A success deletes its failures. */
  readonly account: Subject | undefined
  /** All tries from this network. A success takes back its own try only. */
  readonly sender: Subject | undefined
  /**
   * The target, as tried from all networks. When full, tries from networks without an earlier success take turns. A
   * success takes back its own try only.
   */
  readonly everywhere: Subject | undefined
}

/** All back-office tries from a network. */
export const officeNetwork = (network: string): Subject => ({
  key: `office ${network}`,
  limit: limits.network,
  pace: paces.officeNetwork
})

/** PINs tried from a network at the portal. */
export const portalNetwork = (network: string): Subject => ({
  key: `portal ${network}`,
  limit: limits.portalNetwork,
  pace: paces.portalNetwork
})

/** PINs tried from a network at the portal together with a chip number. */
const wristbandNetwork = (network: string): Subject => ({
  key: `portal with wristband ${network}`,
  limit: limits.network,
  pace: paces.portalNetwork
})

/** Receipts requested from a network by number. */
export const receiptsByNumber = (network: string): Subject => ({ key: `receipts ${network}`, limit: limits.receipts })

/** Receipts requested from a network as PDF. */
export const receiptsAsPdf = (network: string): Subject => ({
  key: `receipts as pdf ${network}`,
  limit: limits.receipts
})

/** A sign-in with login and password. The same login at another node is another account. */
export const officeSignIn = (
  { address, device, login, nodeId }: {
    readonly login: string
    readonly nodeId: bigint | null
    readonly address: string
    /** The device that a user with this login signed in with before, if the call shows that. */
    readonly device?: string | undefined
  }
): Attempt => {
  const network = networkOf(address)
  const account = `${nodeId ?? "any"} ${login}`
  return {
    network,
    device: device === undefined ? undefined : { key: `device ${device}`, limit: limits.account },
    account: { key: `login ${network} ${account}`, limit: limits.account, pace: paces.login },
    sender: officeNetwork(network),
    everywhere: { key: `login ${account}`, limit: limits.accountEverywhere, pace: paces.account }
  }
}

/** A signed-in user gives the old password in order to set a new one; only that user can fill this limit. */
export const oldPassword = ({ address, userId }: { readonly userId: bigint; readonly address: string }): Attempt => ({
  network: networkOf(address),
  account: { key: `old password ${userId}`, limit: limits.account },
  sender: undefined,
  everywhere: undefined
})

/** The code of a second factor; only someone with the user's password can fill this limit. */
export const secondFactorCode = (
  { address, userId }: { readonly userId: bigint; readonly address: string }
): Attempt => ({
  network: networkOf(address),
  account: { key: `second factor ${userId}`, limit: limits.secondFactor },
  sender: undefined,
  everywhere: undefined
})

/**
 * A guest signs in with a PIN. A wrong PIN belongs to no account, so it counts for the network and the event. With a
 * chip number the try concerns one wristband: it counts for that wristband as for a login, independently of guesses at
 * the event.
 */
export const portalSignIn = (
  { address, eventId, tagUid }: {
    readonly eventId: bigint
    readonly tagUid: bigint | null
    readonly address: string
  }
): Attempt => {
  const network = networkOf(address)
  if (tagUid === null) {
    return {
      network,
      account: undefined,
      sender: portalNetwork(network),
      everywhere: { key: `portal event ${eventId}`, limit: limits.eventEverywhere, pace: paces.event }
    }
  }
  const tag = `${eventId} ${tagUid}`
  return {
    network,
    account: { key: `wristband ${network} ${tag}`, limit: limits.account, pace: paces.wristband },
    sender: wristbandNetwork(network),
    everywhere: { key: `wristband ${tag}`, limit: limits.accountEverywhere, pace: paces.account }
  }
}

/** Sign-ins of a user or guest from one network or known device: a program that does not keep its token reaches it. */
export const successfulSignIns = (account: string, from: string): Subject => ({
  key: `signed in ${account} ${from}`,
  limit: limits.signIns,
  rule: signInRules.signed_in_too_often
})

/** Rounds a waiting time (seconds) up to whole seconds, at least one. */
export const waitSeconds = (exactly: number): number => Math.max(1, Math.ceil(exactly))
