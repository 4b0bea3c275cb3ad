import { Context, Effect, Layer, type Result } from "effect"
import type { Language } from "../base/Language.ts"
import { limits } from "../base/limits/Limits.ts"
import * as Money from "../base/Money.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import { Events } from "../event/Events.ts"
import { Mails } from "../mail/Mails.ts"
import { Changes } from "../organisation/Changes.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import type { SignedInCustomer } from "../wristband/CustomerSession.ts"
import { CustomerRepository } from "./CustomerRepository.ts"
import { guestOf } from "./Guest.ts"
import * as PayoutPreference from "./PayoutPreference.ts"
import { PayoutPreferenceRepository } from "./PayoutPreferenceRepository.ts"

/** The guest who chooses. No session is required, as the demo festival has guests who never signed in. */
type Guest = Pick<SignedInCustomer, "accountId" | "eventId">

type Decide = (
  before: PayoutPreference.PayoutPreference,
  context: PayoutPreference.PreferenceContext
) => Result.Result<PayoutPreference.PayoutPreference, InvalidArgument>

/** The preferences of guests for the money that remains on their wristbands. */
export class PayoutPreferences extends Context.Service<PayoutPreferences>()("core/PayoutPreferences", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const customers = yield* CustomerRepository
    const events = yield* Events
    const mails = yield* Mails
    const rateLimits = yield* SignInLimits
    const preferences = yield* PayoutPreferenceRepository

    /**
     * Sends mail about new bank data to its address, and to the previous address if the data was redirected from there.
     */
    const tell = Effect.fnUntraced(function*({ after, before, eventId, language, context, userTagUid }: Step) {
      if (after.donate_all || after.email === null || PayoutPreference.isSame(before, after)) return
      if (before.email !== null && PayoutPreference.isRedirected(before, after)) {
        if (before.has_entered_info || before.email !== after.email) {
          yield* mails.enqueue({ eventId, template: "bank_data_changed", to: before.email, values: {}, language })
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
          balance: Money.format(context.balance),
          donation: Money.format(after.donation),
          user_tag_uid_hex: userTagUid === null ? "" : toHex(userTagUid)
        }
      })
    })

    const change = ({ accountId, eventId }: Guest, decide: Decide, language: Language = "en") =>
      Effect.asVoid(changes.run(
        guestOf(eventId),
        ({ after, before }) => ({
          logType: "customer_bank_data_changed",
          content: {
            customer_id: accountId,
            old: PayoutPreference.auditContent(before),
            new: PayoutPreference.auditContent(after)
          },
          unseen: !PayoutPreference.isSame(before, after)
        }),
        Effect.gen(function*() {
          yield* customers.lock(eventId, accountId)
          const { balance, open_run: openRun, user_tag_uid: userTagUid, ...before } = yield* preferences.load({
            eventId,
            accountId
          })
          const context = { settings: yield* events.get(eventId), balance, openRun }
          const after = yield* Effect.fromResult(decide(before, context))
          // Each change sends mail to an address that was not verified, so changes are limited.
          if (!after.donate_all) {
            yield* rateLimits.consume({ key: `bank data ${eventId} ${accountId}`, limit: limits.bankData })
          }
          yield* preferences.store({ eventId, accountId, ...after })
          const step = { eventId, before, after, context, userTagUid, language }
          yield* tell(step)
          return step
        }),
        { withoutVersion: true }
      ))

    /** Stores the bank account for the remaining balance, and the part that is donated. `language` is that of the mail about it. */
    const enterBank = Effect.fn("PayoutPreferences.enterBank")(
      (customer: Guest, bank: PayoutPreference.CustomerBank, language?: Language) =>
        change(customer, (_, context) => PayoutPreference.preferTransfer(bank, context), language)
    )

    /** Donates the remaining balance to the event, and stores when the guest decided it. */
    const donateAll = Effect.fn("PayoutPreferences.donateAll")((customer: Guest) =>
      change(customer, PayoutPreference.preferDonation)
    )

    return { donateAll, enterBank }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, Events.layer, Mails.layer, SignInLimits.layer]),
    Layer.provide([CustomerRepository.layer, PayoutPreferenceRepository.layer])
  )
}

interface Step {
  readonly eventId: bigint
  readonly language: Language
  readonly before: PayoutPreference.PayoutPreference
  readonly after: PayoutPreference.PayoutPreference
  readonly context: PayoutPreference.PreferenceContext
  readonly userTagUid: bigint | null
}
