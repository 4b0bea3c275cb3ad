import { Schema } from "effect"
import { networkOf } from "../network/SenderNetwork.ts"
import type { Language } from "../primitives/Language.ts"
import { text } from "../primitives/Sentence.ts"

const tooMany = text({
  en: "Too many attempts, please try again later",
  de: "Zu viele Versuche, bitte später noch einmal versuchen"
})

/**
 * The call was made too often for now; the next one is possible after the given seconds. Counted are failed sign-ins of an account
 * and of a network, all sign-ins of an account, changes of a guest's bank data, top-ups that a guest began on the web, wristbands
 * that a guest blocked, test mails of an event, and receipts asked for by number or as PDF.
 */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()(
  "TooManyAttempts",
  { retry_after_seconds: Schema.Int },
  { httpApiStatus: 429 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return tooMany[language]
  }
}

/** Seconds for which a failure counts. */
export const windowSeconds = 15 * 60

/** Largest counts within the window. Beyond them the next try must wait, or is slowed down. */
export const limits = {
  /** Failures for one account from one network. */
  account: 5,
  /** Failures from one network at the back office. */
  network: 20,
  /** Failures from one network at the portal; the limit is lower because PINs are short. */
  portalNetwork: 10,
  /** Failures for one account from all networks. Beyond it, tries from unknown networks are slowed down. */
  accountEverywhere: 30,
  /** Wrong PINs at one event from all networks. Beyond it, tries from unknown networks are slowed down. */
  eventEverywhere: 100,
  /** Wrong codes of one user's second factor, from all networks. At 40 an hour, a guess in years is unlikely. */
  secondFactor: 10,
  /** Sign-ins of one account, including successful ones. */
  signIns: 30,
  /** Sign-ins at one terminal. Each of them makes concurrent bookings of the event decide anew. */
  terminalSignIns: 100,
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

/** The key under which tries are counted, and the number of tries within the window that fills it. */
export interface Subject {
  readonly key: string
  readonly limit: number
}

/** A sign-in attempt: its network, and the subjects for which it counts. */
export interface Attempt {
  readonly network: string
  /**
   * The account, as tried from this network. When full, the account is closed for this network. A success deletes its
   * failures.
   */
  readonly account: Subject | undefined
  /** All tries from this network. When full, the network is closed. A success takes back its own try only. */
  readonly sender: Subject | undefined
  /**
   * The target, as tried from all networks. When full, tries from networks without an earlier success run one after the
   * other. It never closes, so attackers can't lock out a legitimate user. A success takes back its own try only.
   */
  readonly everywhere: Subject | undefined
}

/** All back-office tries from a network. */
export const officeNetwork = (network: string): Subject => ({ key: `office ${network}`, limit: limits.network })

/** PINs tried from a network at the portal. */
export const portalNetwork = (network: string): Subject => ({ key: `portal ${network}`, limit: limits.portalNetwork })

/** PINs tried from a network at the portal together with a chip number. */
const wristbandNetwork = (network: string): Subject => ({
  key: `portal with wristband ${network}`,
  limit: limits.network
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
  { address, login, nodeId }: { readonly login: string; readonly nodeId: bigint | null; readonly address: string }
): Attempt => {
  const network = networkOf(address)
  const account = `${nodeId ?? "any"} ${login}`
  return {
    network,
    account: { key: `login ${network} ${account}`, limit: limits.account },
    sender: officeNetwork(network),
    everywhere: { key: `login ${account}`, limit: limits.accountEverywhere }
  }
}

/** A signed-in user gives the old password in order to set a new one; only that user can fill this limit. */
export const oldPassword = ({ address, userId }: { readonly userId: bigint; readonly address: string }): Attempt => ({
  network: networkOf(address),
  account: { key: `old password ${userId}`, limit: limits.account },
  sender: undefined,
  everywhere: undefined
})

/** The code of a second factor; only somebody with the user's password can fill this limit. */
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
      everywhere: { key: `portal event ${eventId}`, limit: limits.eventEverywhere }
    }
  }
  const tag = `${eventId} ${tagUid}`
  return {
    network,
    account: { key: `wristband ${network} ${tag}`, limit: limits.account },
    sender: wristbandNetwork(network),
    everywhere: { key: `wristband ${tag}`, limit: limits.accountEverywhere }
  }
}

/** Rounds a waiting time (seconds) up to whole seconds, at least one. */
export const waitSeconds = (exactly: number): number => Math.max(1, Math.ceil(exactly))
