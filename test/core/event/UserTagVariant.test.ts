import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import {
  chosenVariants,
  decide,
  decideDeletion,
  idsOf,
  NewUserTagVariant,
  ordered,
  priorityOf,
  ProductRestriction,
  restrictionsOf,
  shownVariants,
  standardVariants,
  UserTagVariant
} from "@wristbank/core/event/UserTagVariant"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { variants, vip } from "../sale/OrderWorld.ts"

const kinds = variants.map(({ id }) => id)
const sets = fc.subarray(kinds)
const ages = fc.subarray([...ProductRestriction.literals])
const chosen = (...of: Parameters<typeof chosenVariants>) => Result.getOrThrow(chosenVariants(...of))
const refusal = <A>(result: Result.Result<A, Parameters<typeof refusalName>[0]>) =>
  Result.isFailure(result) ? refusalName(result.failure) : null

describe("the kinds of wristbands of a product or ticket", () => {
  it("change by the age limits alone, where a client of the older version sends these", () =>
    fc.assert(fc.property(sets, ages, (current, restrictions) => {
      const stored = chosen({ restrictions }, current, variants)
      assert.deepStrictEqual(restrictionsOf(stored, variants), restrictions)
      assert.strictEqual(stored.includes(vip), current.includes(vip), "other kinds stay")
    })))

  it("are replaced by a client of the newest version", () =>
    fc.assert(fc.property(sets, fc.array(fc.constantFrom(...kinds)), (current, user_tag_variant_ids) => {
      const stored = chosen({ user_tag_variant_ids }, current, variants)
      assert.deepStrictEqual(stored, kinds.filter((id) => user_tag_variant_ids.includes(id)))
    })))

  it("change as the client meant that sends back all that it read with one of the two forms edited", () =>
    fc.assert(fc.property(sets, sets, ages, (current, ids, edited) => {
      const restrictions = restrictionsOf(current, variants)
      assert.deepStrictEqual(
        chosen({ restrictions, user_tag_variant_ids: ids }, current, variants),
        chosen({ user_tag_variant_ids: ids }, current, variants)
      )
      assert.deepStrictEqual(
        chosen({ restrictions: edited, user_tag_variant_ids: current }, current, variants),
        chosen({ restrictions: edited }, current, variants)
      )
    })))

  it("are refused where both forms were edited and name other age limits", () =>
    fc.assert(fc.property(sets, sets, ages, (current, ids, edited) => {
      const before = restrictionsOf(current, variants)
      const isEither = edited.join() === before.join() || ids.join() === current.join()
      const agree = restrictionsOf(ids, variants).join() === edited.join()
      const outcome = chosenVariants({ restrictions: edited, user_tag_variant_ids: ids }, current, variants)
      assert.strictEqual(refusal(outcome), isEither || agree ? null : "catalogue.variants_disagree")
    })))

  it("lose the age limits where neither form is sent, and are those of the event", () => {
    assert.deepStrictEqual(chosen({}, kinds, variants), [vip])
    assert.deepStrictEqual(chosen({ restrictions: null, user_tag_variant_ids: null }, [], variants), [])
    assert.strictEqual(
      refusal(chosenVariants({ user_tag_variant_ids: [99n] }, [], variants)),
      "catalogue.variant_unknown"
    )
  })
})

describe("a tag", () => {
  it("shows its kinds by priority, and the lower of two age limits", () =>
    fc.assert(fc.property(sets, (ids) => {
      const shown = shownVariants(ids.toReversed(), variants.toReversed())
      assert.deepStrictEqual(shown.user_tag_variant_ids, ids)
      assert.deepStrictEqual(
        shown.user_tag_variant_names,
        variants.filter(({ id }) => ids.includes(id)).map(({ variant_name }) => variant_name)
      )
      const [under16, under18] = idsOf(["under_16", "under_18"], variants)
      assert.strictEqual(
        shown.restriction,
        ids.includes(under16!) ? "under_16" : ids.includes(under18!) ? "under_18" : null
      )
    })))

  it("is the older, the higher the priority of its kinds, and the oldest without any", () =>
    fc.assert(fc.property(sets, fc.constantFrom(...kinds), (ids, more) => {
      assert.isAtLeast(ids.length === 0 ? priorityOf([more], variants) : priorityOf([...ids, more], variants), 1)
      if (ids.length > 0) assert.isAtLeast(priorityOf([...ids, more], variants), priorityOf(ids, variants))
      assert.isAbove(priorityOf([], variants), priorityOf([more], variants))
    })))
})

const named = Schema.decodeUnknownSync(Schema.toCodecJson(NewUserTagVariant))
const wanted = (variant_name: string) => named({ variant_name })
const stored = (variant_name: string) =>
  new UserTagVariant({ id: 9n, node_id: 1n, variant_name, description: "", priority: 0 })
const unused = { tags: 0, products: 0, tickets: 0 }

describe("a kind of wristband", () => {
  it("has a name of its own, regardless of case", () => {
    assert.strictEqual(refusal(decide(wanted(" VIP "), variants)), "catalogue.variant_name_taken")
    assert.strictEqual(refusal(decide(wanted("Crew"), variants)), null)
    assert.throws(() => wanted(" "))
    assert.throws(() => wanted("x".repeat(61)))
    assert.strictEqual(wanted("x".repeat(60)).variant_name.length, 60)
  })

  it("keeps its name and stays if every event has it", () => {
    for (const { variant_name } of standardVariants) {
      assert.strictEqual(refusal(decide(wanted("young"), [], stored(variant_name))), "catalogue.variant_standard")
      assert.strictEqual(refusal(decideDeletion(stored(variant_name), unused)), "catalogue.variant_standard")
      const described = named({ variant_name, description: "Children", priority: 7 })
      assert.deepStrictEqual(Result.getOrThrow(decide(described, [], stored(variant_name))), described)
    }
    assert.deepStrictEqual(
      ordered(standardVariants.map(({ variant_name }) => variant_name)),
      ProductRestriction.literals
    )
  })

  it("is deleted only when nothing uses it", () => {
    assert.strictEqual(refusal(decideDeletion(stored("vip"), unused)), null)
    for (const use of [{ tags: 40 }, { products: 1 }, { tickets: 2 }]) {
      const outcome = decideDeletion(stored("vip"), { ...unused, ...use })
      assert.strictEqual(refusal(outcome), "catalogue.variant_used")
    }
  })
})
