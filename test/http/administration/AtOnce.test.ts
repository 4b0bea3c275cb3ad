import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { broken, diagnose } from "../../core/journal/Diagnosed.ts"
import { Festival } from "../../support/Festival.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

const people = [0, 1, 2, 3, 4]

layer(Festival.layer, { excludeTestServices: true })("several administrators at once", (it) => {
  it.effect("leave what one of them wrote, whole", () =>
    Effect.gen(function*() {
      const { office, taxes } = yield* Festival
      const tax_rate_id = taxes.vat
      const rate = yield* created(office("POST", "/tax-rates", { name: randomUUID(), rate: 0.07, description: "" }))
      const product = yield* created(
        office("POST", "/products", { name: randomUUID(), price: 1, tax_rate_id, is_locked: false })
      )
      const role = yield* created(office("POST", "/user-roles", { name: randomUUID(), privileges: ["terminal_login"] }))
      const objects: ReadonlyArray<readonly [path: string, version: (n: number) => Body]> = [
        [`/products/${product}`, (n) => ({ name: `Cola ${n}`, price: n + 1, tax_rate_id, price_in_vouchers: n + 1 })],
        [`/tax-rates/${rate}`, (n) => ({ name: `Rate ${n}`, rate: (n + 1) / 100, description: `of ${n}` })],
        [`/user-roles/${role}`, (n) => ({
          is_privileged: n % 2 === 1,
          privileges: n % 2 === 1 ? ["grant_vouchers"] : ["can_book_orders"]
        })]
      ]
      for (const [path, version] of objects) {
        const answers = yield* Effect.forEach(people, (n) => office("POST", path, version(n)), {
          concurrency: "unbounded"
        })
        for (const answer of answers) done(answer)
        const list = done(yield* office("GET", path.replace(/\/\d+$/, ""))).body
        const now = (list.entities as Body)[path.replace(/\D/g, "")] as Body
        const kept = people.map(version).filter((written) =>
          Object.entries(written).every(([field, value]) => JSON.stringify(now[field]) === JSON.stringify(value))
        )
        assert.isNotEmpty(kept, `${path} is a mixture: ${JSON.stringify(now)}`)
      }
    }))

  it.effect("who correct a balance each book the difference to what they found", () =>
    Effect.gen(function*() {
      const { guest, has, moved, office } = yield* Festival
      const visitor = yield* guest({ balance: 50 })
      const correct = (new_balance: number) =>
        office("POST", `/accounts/${visitor.accountId}/update-balance`, { new_balance })
      const { moved: changes } = yield* moved(
        Effect.forEach(people, (n) => Effect.map(correct(10 + n), done), { concurrency: "unbounded" })
      )
      const { balance } = yield* has(visitor)
      assert.include(people.map((n) => 10 + n), balance)
      const gained = Number(balance) - 50
      assert.deepStrictEqual(changes, { [visitor.label]: gained, cash_imbalance: -gained })
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))
})
