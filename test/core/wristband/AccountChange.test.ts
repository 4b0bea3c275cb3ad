import { assert, it } from "@effect/vitest"
import { AccountType } from "@wristbank/core/base/Account"
import { Customer } from "@wristbank/core/guest/Customer"
import { changePayout } from "@wristbank/core/guest/CustomerChange"
import { disable } from "@wristbank/core/wristband/AccountChange"
import { Result, Schema } from "effect"

const Holding = Schema.Struct({
  type: AccountType,
  user: Schema.NullOr(
    Schema.Struct({ login: Schema.String, hasPassword: Schema.Boolean, terminals: Schema.Array(Schema.String) })
  )
})

it.prop("a tag goes exactly when no one needs it", [Holding], ([holding]) => {
  const { type, user } = holding
  const free = user === null || (user.hasPassword && user.terminals.length === 0)
  assert.strictEqual(Result.isSuccess(disable(holding)), type === "private" && free)
})

it("a refusal names who holds the tag and where", () => {
  const user = { login: "kim", hasPassword: true, terminals: ["Bar 1", "Bar 2"] }
  const refused = disable({ type: "private", user })
  assert.strictEqual(
    Result.isFailure(refused) && refused.failure.message,
    "kim works with this tag and is signed in at Bar 1, Bar 2"
  )
})

it.prop("payouts are held back or let go exactly while no run has the customer's money", [Customer], ([customer]) => {
  assert.strictEqual(Result.isSuccess(changePayout(customer)), customer.payout?.status !== "reserved")
})
