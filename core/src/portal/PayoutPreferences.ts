import { Context, Effect, Layer, type Result } from "effect"
import { CustomerRepository } from "../account/CustomerRepository.ts"
import { Events } from "../event/Events.ts"
import * as Money from "../ledger/Money.ts"
import { Mails } from "../mail/Mails.ts"
import type { Actor } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { limits } from "../organisation/SignInLimit.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import type { InvalidArgument } from "../primitives/Refusal.ts"
import { toHex } from "../primitives/TagUid.ts"
import type { SignedInCustomer } from "../tag/CustomerSession.ts"
import * as PayoutPreference from "./PayoutPreference.ts"
import { PayoutPreferenceRepository } from "./PayoutPreferenceRepository.ts"

/** Whose wish it is; no session is needed, as the demo festival has guests who never signed in. */
type Guest = Pick<SignedInCustomer, "accountId" | "eventId">

type Decide = (
  before: PayoutPreference.PayoutPreference,
  situation: PayoutPreference.PreferenceContext
) => Result.Result<PayoutPreference.PayoutPreference, InvalidArgument>

/** What guests wish to become of what remains on their wristbands. */
export class PayoutPreferences extends Context.Service<PayoutPreferences>()("core/PayoutPreferences", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const customers = yield* CustomerRepository
    const events = yield* Events
    const mails = yield* Mails
    const rateLimits = yield* SignInLimits
    const preferences = yield* PayoutPreferenceRepository

    /** Word of new bank data goes to its address, and to the address it was changed behind. */
    const tell = Effect.fnUntraced(function*(eventId: bigint, { after, before, situation, userTagUid }: Step) {
      if (after.donate_all || after.email === null || PayoutPreference.isSame(before, after)) return
      if (before.email !== null && PayoutPreference.isRedirected(before, after)) {
        if (before.has_entered_info || before.email !== after.email) {
          yield* mails.enqueue({ eventId, template: "bank_data_changed", to: before.email, values: {} })
        }
      }
      yield* mails.enqueue({
        eventId,
        template: "payout_registered",
        to: after.email,
        values: {
          account_name: after.account_name ?? "",
          iban: after.iban ?? "",
          email: after.email,
          balance: Money.format(situation.balance),
          donation: Money.format(after.donation),
          user_tag_uid_hex: userTagUid === null ? "" : toHex(userTagUid)
        }
      })
    })

    const change = ({ accountId, eventId }: Guest, decide: Decide) =>
      Effect.asVoid(changes.run(
        guestOf(eventId),
        ({ after, before }) => ({
          logType: "customer_bank_data_changed",
          content: {
            customer_id: accountId,
            old: PayoutPreference.auditContent(before),
            new: PayoutPreference.auditContent(after)
          }
        }),
        Effect.gen(function*() {
          yield* customers.lock(eventId, accountId)
          const { balance, open_run: openRun, user_tag_uid: userTagUid, ...before } = yield* preferences.load({
            eventId,
            accountId
          })
          const situation = { settings: yield* events.get(eventId), balance, openRun }
          const after = yield* Effect.fromResult(decide(before, situation))
          // Each time somebody gets a mail whose address nobody has proved.
          if (!after.donate_all) {
            yield* rateLimits.consume({ key: `bank data ${eventId} ${accountId}`, limit: limits.bankData })
          }
          yield* preferences.store({ eventId, accountId, ...after })
          const step = { before, after, situation, userTagUid }
          yield* tell(eventId, step)
          return step
        }),
        { withoutVersion: true }
      ))

    /** Stores the bank account that money shall go to, and what of it is donated. */
    const enterBank = Effect.fn("PayoutPreferences.enterBank")((customer: Guest, bank: PayoutPreference.CustomerBank) =>
      change(customer, (_, situation) => PayoutPreference.preferTransfer(bank, situation))
    )

    /** Gives all that remains to the event, and keeps when the guest said so. */
    const donateAll = Effect.fn("PayoutPreferences.donateAll")((customer: Guest) =>
      change(customer, PayoutPreference.preferDonation)
    )

    return { donateAll, enterBank }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

interface Step {
  readonly before: PayoutPreference.PayoutPreference
  readonly after: PayoutPreference.PayoutPreference
  readonly situation: PayoutPreference.PreferenceContext
  readonly userTagUid: bigint | null
}

/** Guests are no users; the entry names the account. */
const guestOf = (eventId: bigint): Actor => ({
  userId: null,
  terminalId: null,
  node: { id: eventId },
  eventId,
  requirement: { write: true, objectType: null }
})
