import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { broken, diagnose, diagnosedAfter, findingsOf } from "../journal/Diagnosed.ts"

/** A tax rate with a product and a ticket, each with a planned change. */
const planned = Effect.fnUntraced(function*(name: string) {
  const { office } = yield* Festival
  const rate = yield* created(office("POST", "/tax-rates", { name: `${name} VAT`, rate: 0.19, description: "" }))
  const goods = { price: 3, tax_rate_id: rate, is_locked: true }
  const product = yield* created(office("POST", "/products", { ...goods, name: `${name} soup` }))
  const ticket = yield* created(
    office("POST", "/tickets", { ...goods, name, initial_top_up_amount: 0, restrictions: ["under_16"] })
  )
  const valid_from = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 1 }))
  done(yield* office("POST", `/tax-rates/${rate}/versions`, { rate: 0.07, valid_from }))
  return { product, rate, ticket }
})

layer(Festival.layer, { excludeTestServices: true })("the doctor on what is sold", (it) => {
  it.effect("names each product, ticket and tax rate that is not as its version in force says", () =>
    Effect.gen(function*() {
      const { product, rate, ticket } = yield* planned("Late")
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
      const faults: ReadonlyArray<readonly [object: string, id: number, change: string]> = [
        ["product", product, `update product set price = price + 1 where id = ${product}`],
        ["product", product, `update product set price_in_vouchers = 1 where id = ${product}`],
        ["ticket", ticket, `update product set price = price + 1 where id = ${ticket}`],
        ["tax rate", rate, `update tax_rate set rate = 700 where id = ${rate}`]
      ]
      for (const [object, id, change] of faults) {
        const diagnosis = yield* diagnosedAfter((sql) => sql.unsafe(change))
        assert.deepStrictEqual(broken(diagnosis), ["catalogue-rows"])
        const findings = findingsOf(diagnosis, "catalogue-rows")
        assert.deepStrictEqual(findings.map((one) => [one.object, one.ids]), [[object, [BigInt(id)]]])
      }
    }))

  it.effect("takes what has begun while no worker was there to write it", () =>
    Effect.gen(function*() {
      const { product, rate, ticket } = yield* planned("Early")
      const diagnosis = yield* diagnosedAfter((sql) =>
        Effect.andThen(
          sql`alter table catalogue_version disable trigger catalogue_version_keeps_begun`,
          sql`update catalogue_version set valid_from = clock_timestamp() - case
              when valid_from > clock_timestamp() then interval '2 minutes' else interval '3 minutes' end
            where (kind = 'product' and object_id in (${product}, ${ticket})) or (kind = 'tax_rate' and object_id = ${rate})`
        )
      )
      assert.deepStrictEqual(findingsOf(diagnosis, "catalogue-rows"), [])
    }))
})
