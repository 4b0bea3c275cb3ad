import { assert, it } from "@effect/vitest"
import { AccountType, systemAccounts } from "@wristbank/core/base/Account"
import { Cents } from "@wristbank/core/base/Money"
import * as Product from "@wristbank/core/event/Product"
import { payable } from "@wristbank/core/journal/LineItem"
import { Result } from "effect"
import { accounts, customerAccountId, product, registerAccountId, variants } from "../sale/OrderWorld.ts"

const input = new Product.NewProduct({
  name: "Gift",
  price: Cents.make(100n),
  fixed_price: true,
  price_in_vouchers: null,
  restrictions: null,
  user_tag_variant_ids: null,
  tax_rate_id: 1n,
  is_locked: true,
  is_returnable: false,
  target_account_id: 9n
})

const known = { nameTaken: false, taxRateVisible: true, categoryVisible: true, variants }

/** What becomes of a product whose target account has the type. */
const outcome = (targetType: AccountType, current?: Product.Product) => {
  const decided = Product.decide(input, { ...known, targetType }, current)
  return Result.isFailure(decided) ? decided.failure.message : "accepted"
}

it("is one of those to which a sale can be booked, and no other", () => {
  const accepted = AccountType.literals.filter((type) => outcome(type) === "accepted")
  assert.sameMembers(accepted, ["sale_exit", "cash_imbalance", "cash_vault", "donation_exit", "sepa_exit"])
  const sells = (target: bigint) =>
    Result.isSuccess(payable([product(30n, "Gift", "1.00", { target }).product], accounts))
  for (const { type } of systemAccounts) assert.strictEqual(sells(accounts[type]), outcome(type) === "accepted", type)
  assert.deepStrictEqual([sells(customerAccountId), sells(registerAccountId)], [false, false])
})

it("stays as it is when a locked product was stored with another one", () => {
  const stored = (fields: { readonly target?: bigint; readonly locked?: boolean }) =>
    product(30n, "Present", "1.00", fields).product
  const refused = "The account 9 (cash_register) takes no sales"
  assert.strictEqual(outcome("cash_register"), refused)
  assert.strictEqual(outcome("cash_register", stored({ target: 9n, locked: false })), refused)
  assert.strictEqual(outcome("cash_register", stored({ target: 9n })), "accepted")
  assert.strictEqual(
    outcome("cash_register", stored({})),
    "Present is locked, so only its name and category can change"
  )
})
