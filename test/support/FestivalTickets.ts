import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { labelOf } from "./FestivalLedger.ts"
import { type Body, created } from "./FestivalServer.ts"
import type { ProfileFlags } from "./FestivalTill.ts"

/** The tickets of the entrance; prices in major units, without tax. */
const kinds = {
  adult: { name: "Adult", price: 12, initial_top_up_amount: 8, restrictions: [] },
  under18: { name: "U18", price: 12, initial_top_up_amount: 8, restrictions: ["under_18"] },
  under16: { name: "U16", price: 12, initial_top_up_amount: 0, restrictions: ["under_16"] }
} as const

/** A tag as a terminal reads it. */
export interface Wristband {
  readonly pin: string
  readonly uid: bigint
}

/** The entrance of the festival, where tickets are sold. */
export class FestivalTickets extends Context.Service<FestivalTickets>()("test/FestivalTickets", {
  make: Effect.gen(function*() {
    const { event, office, taxes, tills } = yield* Festival
    const vouchers = yield* TicketVouchers
    const create = (ticket: Body) =>
      created(office("POST", "/tickets", { tax_rate_id: taxes.none, is_locked: true, restrictions: [], ...ticket }))
    const tickets = {
      adult: yield* create(kinds.adult),
      under18: yield* create(kinds.under18),
      under16: yield* create(kinds.under16)
    }
    const layoutOf = (ticket_ids: ReadonlyArray<number>) =>
      created(office("POST", "/till-layouts", { name: randomUUID(), ticket_ids }))
    const layout = yield* layoutOf(Object.values(tickets))

    /** A till at the entrance; with a float (major units) it has a register. */
    const open = Effect.fnUntraced(function*(
      { flags = {}, float, layout: shown = layout }: {
        readonly flags?: ProfileFlags
        readonly float?: number
        readonly layout?: number
      } = {}
    ) {
      const profileId = yield* tills.profile(flags, shown)
      return yield* tills.open(float === undefined ? { profileId } : { float, profileId })
    })

    /** A ticket voucher with its account. */
    const presale = Effect.gen(function*() {
      const token = randomUUID()
      const [voucher] = yield* vouchers.issue(
        { userId: null, terminalId: null, node: { id: BigInt(event) }, eventId: BigInt(event), by: "desk@office" },
        [new NewTicketVoucher({ token, external_reference: "ORDER-1", external_link: null, email: "a@example.org" })]
      )
      const accountId = Number(voucher!.customer_account_id)
      return { id: Number(voucher!.id), token, accountId, label: labelOf("private", accountId) }
    })

    return { create, entrance: yield* open({ float: 100 }), layoutOf, open, presale, tickets }
  })
}) {
  static readonly layer = Layer.provideMerge(Layer.effect(this, this.make), Festival.layer)
}

/** The tag, as in a terminal's request for its ticket. */
export const scanOf = ({ pin, uid }: Wristband, more: Body = {}) => ({ tag_pin: pin, tag_uid: uid, ...more })

/** The request of a ticket sale. */
export const ticketSale = (customer_tags: ReadonlyArray<Body>, more: Body = {}) => ({
  uuid: randomUUID(),
  payment_method: "cash",
  customer_tags,
  ...more
})
