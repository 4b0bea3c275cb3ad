// Decides a sale of beer without a database: what it would book, or why it is refused:
//   npx node examples/decide-a-sale.ts <balance, such as 20.00> <pieces>
import { Product } from "@wristbank/core/catalogue"
import { Account, Money } from "@wristbank/core/ledger"
import { Sale } from "@wristbank/core/order"
import { Console, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { runExample } from "./runExample.ts"

/** Raised for an argument that is no amount or number. */
class NotReadable extends Schema.TaggedError<NotReadable>()("NotReadable", { argument: Schema.String }) {
  override readonly message = `"${this.argument}" is neither an amount such as 12.50 nor a number of pieces`
}

/** A product at 19 % VAT. Tills of an event have it from a database as a rule. */
const product = (name: string, type: Product.ProductType, price: Money.Cents | null) => ({
  revisionId: 1n,
  product: Product.complete({
    id: 1n,
    node_id: 1n,
    name,
    type,
    price,
    fixed_price: price !== null,
    price_in_vouchers: null,
    tax_rate_id: 1n,
    tax_name: "VAT 19 %",
    tax_rate: 1900,
    is_locked: true,
    is_returnable: false,
    target_account_id: null,
    category_id: null,
    user_tag_variant_ids: [],
    restrictions: []
  })
})

/** An account of its own for each kind of money. */
const systemAccounts = Object.fromEntries(
  Account.systemAccounts.map(({ type }, n) => [type, BigInt(n + 1)])
) as Account.SystemAccounts

const guestAccount = 1000n

const event = {
  systemAccounts,
  // What vouchers pay is a line of its own.
  systemProducts: new Map([["discount" as const, product("Discount", "discount", null)]]),
  variants: [],
  settings: { max_account_balance: Money.Cents.make(150_00n), allow_register_overdraft: false }
}

const till = {
  register: null,
  profile: {
    allow_top_up: false,
    allow_cash_out: false,
    allow_ticket_sale: false,
    allow_ticket_vouchers: false,
    enable_ssp_payment: true,
    enable_cash_payment: false,
    enable_card_payment: false,
    allow_sold_out: false
  }
}

const decideASale = Effect.fnUntraced(function*(amount: string, pieces: string) {
  const balance = Money.parse(amount) ?? (yield* new NotReadable({ argument: amount }))
  if (!/^[1-9]\d{0,2}$/.test(pieces)) return yield* new NotReadable({ argument: pieces })
  const request = new Sale.NewSale({
    uuid: randomUUID(),
    payment_method: "tag",
    customer_tag_uid: 2001n,
    used_vouchers: null,
    buttons: [new Sale.Button({ till_button_id: 1n, quantity: Number(pieces), price: null })]
  })
  const { answer, draft } = yield* Effect.fromResult(Sale.bookSale({
    request,
    event,
    till,
    customer: { accountId: guestAccount, balance, vouchers: 0, userTagId: 7n, variantIds: [] },
    catalogue: {
      productsOfButton: () => [product("Beer", "user_defined", Money.Cents.make(4_50n))],
      soldOut: new Set()
    }
  }))
  yield* Console.log(`Beer for ${Money.format(answer.total_price)}, ${Money.format(answer.new_balance)} is left`)
  const nameOf = (id: bigint) => id === guestAccount ? "the guest" : Account.systemAccounts[Number(id) - 1]?.name
  for (const { amount: booked, source, target } of draft.postings) {
    yield* Console.log(`${Money.format(booked)} from ${nameOf(source)} to ${nameOf(target)}`)
  }
})

runExample("decide-a-sale.ts", ["balance", "pieces"], decideASale)
