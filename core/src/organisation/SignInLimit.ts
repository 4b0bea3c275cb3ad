import { Schema } from "effect"
import { networkOf } from "../network/SenderNetwork.ts"
import type { Language } from "../primitives/Language.ts"
import { text } from "../primitives/Sentence.ts"

const tooMany = text({
  en: "Too many attempts, please try again later",
  de: "Zu viele Versuche, bitte später noch einmal versuchen"
})

/**
 * Too many failed sign-ins for an account or from a network, too many sign-ins of one account, too many changes of a guest's
 * bank data, too many top-ups that a guest began on the web, or too many receipts asked for by number or as PDF; the next try
 * is possible after the seconds given.
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

/** How long a failure counts. */
export const windowSeconds = 15 * 60

/** What may count within the window before the next try must wait, or goes slowly. */
export const limits = {
  /** Failures for one account from one network. */
  account: 5,
  /** Failures from one network at the back office. */
  network: 20,
  /** Failures from one network at the portal: fewer, as PINs are short. */
  portalNetwork: 10,
  /** Failures for one account from all networks, after which those of unknown networks go slowly. */
  accountEverywhere: 30,
  /** Wrong PINs at one event from all networks, after which those of unknown networks go slowly. */
  eventEverywhere: 100,
  /** Sign-ins of one account, right ones as well. */
  signIns: 30,
  /** Sign-ins at one terminal, each of which makes bookings of its event decide anew. */
  terminalSignIns: 100,
  /** Changes of a guest's bank data. */
  bankData: 10,
  /** Top-ups that a guest begins on the web. */
  checkouts: 30,
  /** Receipts that a network asks for by number, or as PDF. */
  receipts: 200
} as const

/** What tries are counted for, and how many of them within the window fill it. */
export interface Subject {
  readonly key: string
  readonly limit: number
}

/** A try to sign in: where it comes from and what it counts for. */
export interface Attempt {
  readonly network: string
  /** The account tried from this network: full, it is closed for this network. A success ends its failures. */
  readonly account: Subject | undefined
  /** All that is tried from this network: full, the network is closed. A success takes its own try back. */
  readonly sender: Subject | undefined
  /**
   * What is tried, from all networks: full, tries of networks that nobody signed in from before go one after the other. It
   * never closes, so nobody is locked out by what others do. A success takes its own try back.
   */
  readonly everywhere: Subject | undefined
}

/** All that is tried from a network at the back office. */
export const officeNetwork = (network: string): Subject => ({ key: `office ${network}`, limit: limits.network })

/** PINs that are tried from a network at the portal. */
export const portalNetwork = (network: string): Subject => ({ key: `portal ${network}`, limit: limits.portalNetwork })

/** PINs that are tried from a network together with the number of a chip. */
const wristbandNetwork = (network: string): Subject => ({
  key: `portal with wristband ${network}`,
  limit: limits.network
})

/** Receipts that a network asks for by number. */
export const receiptsByNumber = (network: string): Subject => ({ key: `receipts ${network}`, limit: limits.receipts })

/** Receipts that a network asks for as PDF. */
export const receiptsAsPdf = (network: string): Subject => ({
  key: `receipts as pdf ${network}`,
  limit: limits.receipts
})

/** Somebody gives a login and a password; the same login at another home is another account. */
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

/** Somebody who is signed in gives the old password to set a new one; nobody else can fill this. */
export const oldPassword = ({ address, userId }: { readonly userId: bigint; readonly address: string }): Attempt => ({
  network: networkOf(address),
  account: { key: `old password ${userId}`, limit: limits.account },
  sender: undefined,
  everywhere: undefined
})

/**
 * A guest gives a PIN. A wrong one belongs to no account, so it counts for the network and the event. With the number of the
 * chip it is one wristband that is tried, so it counts for that one as a login does, whatever is guessed at the event.
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

/** Whole seconds until a try that had to wait this long (in seconds) may be made, one at least. */
export const waitSeconds = (exactly: number): number => Math.max(1, Math.ceil(exactly))
