import * as Money from "@wristbank/core/base/Money"
import { complete } from "@wristbank/core/event/Ticket"
import { idsOf, type ProductRestriction } from "@wristbank/core/event/UserTagVariant"
import type { Permission } from "@wristbank/core/journal/Refusal"
import { NewTicketSale, type TicketSaleInput } from "@wristbank/core/sale/TicketSale"
import { type KnownTag, type TicketOnSale, UserTagScan } from "@wristbank/core/sale/TicketScan"
import { Account } from "@wristbank/core/wristband/Account"
import { TicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { DateTime } from "effect"
import fc from "fast-check"
import { everythingAllowed } from "../../support/profile.ts"
import { euro, event, product, register, uuid, variants } from "./OrderWorld.ts"

/** The nodes that a till sees, and one that it does not. */
const nodeIds = [1n, 5n]
const elsewhere = 6n

const ticket = (
  id: bigint,
  price: string,
  included: string,
  restrictions: ReadonlyArray<ProductRestriction>,
  locked = true
): TicketOnSale => {
  const sold = product(id, `Ticket ${id}`, price, { type: "ticket", tax: "ust", restrictions, locked })
  const { is_locked, name, node_id, tax_name, tax_rate, tax_rate_id } = sold.product
  const { user_tag_variant_ids } = sold.product
  const facts = { id, name, node_id, is_locked, restrictions, user_tag_variant_ids, tax_name, tax_rate, tax_rate_id }
  return { sold, ticket: complete({ ...facts, price: euro(price), initial_top_up_amount: euro(included) }) }
}

/** One for each age; the prices are odd, so that no sum is right by chance. */
export const adult = ticket(51n, "12.01", "8.02", [])
export const under18 = ticket(52n, "11.03", "4.04", ["under_18"])
export const under16 = ticket(53n, "6.05", "0", ["under_16"])

/** Faults of a scanned tag; `otherChip`: it is stored with another chip. */
const matters = ["used", "unknown", "elsewhere", "otherChip", "chipTaken", "reserved"] as const

const voucherMatters = ["redeemed", "unknown", "elsewhere", "cancelled", "suspended", "early", "late"] as const

/** A scan and its circumstances. */
export interface Scene {
  readonly restriction: ProductRestriction | null
  /** In cents. */
  readonly topUp: number
  readonly matter: typeof matters[number] | null
  /** The balance (cents) of the ticket voucher's account; null without a voucher. */
  readonly presale: number | null
  readonly voucherMatter: typeof voucherMatters[number] | null
  /** Paid to the ticket shop with the voucher, in cents. */
  readonly credit: number
  /** It has the same PIN, chip or voucher as the scan before it. */
  readonly same: "pin" | "uid" | "token" | null
}

/** A scan of which nothing is wrong, for a ticket that is paid now. */
export const plainScene: Scene = {
  restriction: null,
  topUp: 0,
  matter: null,
  presale: null,
  voucherMatter: null,
  credit: 0,
  same: null
}

/** A request at a till and its circumstances. */
export interface Entrance {
  readonly scenes: ReadonlyArray<Scene>
  readonly method: "cash" | "sumup" | "sumup_online" | null
  readonly register: boolean
  readonly off: Permission | null
  /** Restrictions whose ticket is not ready or not in the layout. */
  readonly unready: ProductRestriction | null
  readonly missing: ProductRestriction | null
}

/** Usually null. */
const seldom = <A>(...values: ReadonlyArray<A>): fc.Arbitrary<A | null> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) })

const age = fc.constantFrom(null, null, "under_16" as const, "under_18" as const)

const anyScene: fc.Arbitrary<Scene> = fc.record({
  restriction: age,
  topUp: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 5000 }),
    fc.constantFrom(14_197, 14_198, 14_199, 15_000, 15_001)
  ),
  matter: seldom(...matters),
  presale: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1234, 15_000, 16_000) }
  ),
  voucherMatter: seldom(...voucherMatters),
  credit: fc.constantFrom(0, 0, 2507, 13_766, 13_767),
  same: seldom("pin" as const, "uid" as const, "token" as const)
})

/** Sales of which about half can be booked. */
export const entrances: fc.Arbitrary<Entrance> = fc.record({
  scenes: fc.array(anyScene, { maxLength: 5 }),
  method: fc.constantFrom(
    "cash" as const,
    "cash" as const,
    "sumup" as const,
    "sumup" as const,
    "sumup_online" as const
  ),
  register: fc.constantFrom(true, true, true, false),
  off: seldom<Permission>(
    "allow_top_up",
    "allow_ticket_sale",
    "allow_ticket_vouchers",
    "enable_cash_payment",
    "enable_card_payment",
    "enable_ssp_payment"
  ),
  unready: seldom("under_16" as const, "under_18" as const),
  missing: seldom("under_16" as const, "under_18" as const)
})

const cents = (amount: number) => Money.Cents.make(BigInt(amount))

/** Ids by the place of a scan in its list. */
export const accountOf = (at: number, { presale }: Pick<Scene, "presale">) =>
  BigInt(presale === null ? 3000 + at : 4000 + at)

/** The place of the object that a scan shares with the one before it. */
const placeOf = (scenes: ReadonlyArray<Scene>, at: number, what: Scene["same"]) =>
  scenes[at]!.same === what && at > 0 ? at - 1 : at

/** The input of the decision. */
export const inputOf = ({ method, missing, off, register: has, scenes, unready }: Entrance): TicketSaleInput => ({
  timeZone: "Europe/Berlin",
  request: new NewTicketSale({
    uuid,
    payment_method: method,
    customer_tags: scenes.map(({ presale, topUp }, at) =>
      new UserTagScan({
        tag_pin: `PIN${placeOf(scenes, at, "pin")}`,
        tag_uid: BigInt(500 + placeOf(scenes, at, "uid")),
        top_up_amount: cents(topUp),
        voucher_token: presale === null ? null : `token ${placeOf(scenes, at, "token")}`
      })
    )
  }),
  known: scenes.map(known),
  tickets: [adult, under18, under16]
    .filter(({ ticket: { restrictions } }) => missing === null || !restrictions.includes(missing))
    .map((sold) =>
      unready !== null && sold.ticket.restrictions.includes(unready)
        ? ticket(sold.ticket.id, "1.00", "0", [unready], false)
        : sold
    ),
  nodeIds,
  till: {
    profile: { ...everythingAllowed, ...(off === null ? {} : { [off]: false }) },
    register: has ? register("10") : null
  },
  event
})

const known = (scene: Scene, at: number): KnownTag => ({
  tag: scene.matter === "unknown" ? null : {
    id: BigInt(700 + at),
    nodeId: scene.matter === "elsewhere" ? elsewhere : nodeIds[at % 2]!,
    uid: scene.matter === "otherChip" ? 499n : at % 2 === 0 ? null : BigInt(500 + at),
    variantIds: idsOf(scene.restriction === null ? [] : [scene.restriction], variants),
    used: scene.matter === "used"
  },
  chipTaken: scene.matter === "chipTaken",
  reserved: scene.matter === "reserved",
  presale: scene.presale === null || scene.voucherMatter === "unknown" ? null : {
    ticketVoucher: new TicketVoucher({
      id: BigInt(800 + at),
      node_id: scene.voucherMatter === "elsewhere" ? elsewhere : 1n,
      created_at: DateTime.makeUnsafe(0),
      customer_account_id: accountOf(at, scene),
      token: `token ${at}`,
      initial_top_up_amount: cents(scene.credit),
      credit_paid_back: Money.zero,
      checked_in_elsewhere_at: null,
      product_name: null,
      valid_from: scene.voucherMatter === "early"
        ? DateTime.makeUnsafe(2)
        : at % 2 === 0
        ? null
        : DateTime.makeUnsafe(1),
      valid_until: scene.voucherMatter === "late"
        ? DateTime.makeUnsafe(0)
        : at % 3 === 0
        ? null
        : DateTime.makeUnsafe(1),
      checkin_attention: false,
      checkin_text: null
    }),
    account: new Account({
      id: accountOf(at, scene),
      node_id: 1n,
      type: "private",
      name: null,
      comment: null,
      balance: cents(scene.presale),
      vouchers: 2,
      user_tag_id: null,
      user_tag_uid: null,
      user_tag_comment: null,
      restriction: null,
      user_tag_variant_ids: [],
      user_tag_variant_names: [],
      tag_history: [],
      user_tag_uid_hex: null
    }),
    pendingTopUps: Money.zero,
    at: DateTime.makeUnsafe(1),
    redeemed: scene.voucherMatter === "redeemed",
    state: scene.voucherMatter === "cancelled" || scene.voucherMatter === "suspended" ? scene.voucherMatter : "valid",
    credit: cents(scene.credit)
  },
  newAccountId: accountOf(at, { presale: null })
})
