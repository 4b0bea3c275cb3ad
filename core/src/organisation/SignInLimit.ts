import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { limits, type Pace, paces } from "../base/limits/Limits.ts"
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
