import { assert, it } from "@effect/vitest"
import { UserRole } from "@wristbank/core/organisation/Role"
import { admit, choose } from "@wristbank/core/till/SignIn"
import { Result, Schema } from "effect"

const role = (id: bigint, ...privileges: UserRole["privileges"]) => ({ id, privileges })
const supervisor = role(1n, "terminal_login", "grant_vouchers")
const cashier = role(2n, "supervised_terminal_login", "can_book_orders")
const office = role(3n, "node_administration")

const ids = (result: ReturnType<typeof admit>) => Result.isSuccess(result) ? result.success.map(({ id }) => id) : null

it("a cashier needs somebody signed in under a role with terminal_login", () => {
  assert.isNull(ids(admit([cashier], null)))
  assert.isNull(ids(admit([cashier], cashier)))
  assert.deepStrictEqual(ids(admit([cashier, office], supervisor)), [2n])
})

it("who holds terminal_login in any role may choose another one without supervision", () => {
  assert.deepStrictEqual(ids(admit([cashier, supervisor], null)), [2n, 1n])
})

it("a role without a sign-in privilege lets nobody in", () => assert.isNull(ids(admit([office], supervisor))))

it.prop(
  "admission never names a role that can't sign in, and choosing never leaves the list",
  [Schema.Array(UserRole), Schema.NullOr(UserRole)],
  ([assigned, active]) => {
    const admitted = admit(assigned, active)
    const alone = assigned.some(({ privileges }) => privileges.includes("terminal_login"))
    const assisted = active?.privileges.includes("terminal_login") === true &&
      assigned.some(({ privileges }) => privileges.includes("supervised_terminal_login"))
    assert.strictEqual(Result.isSuccess(admitted), alone || assisted)
    const roles = Result.getOrElse(admitted, () => [])
    assert.isTrue(
      roles.every(({ privileges }) =>
        privileges.includes("terminal_login") || privileges.includes("supervised_terminal_login")
      )
    )
    for (const candidate of assigned) {
      const chosen = choose(roles, candidate.id)
      assert.strictEqual(Result.isSuccess(chosen), roles.some(({ id }) => id === candidate.id))
    }
  }
)
