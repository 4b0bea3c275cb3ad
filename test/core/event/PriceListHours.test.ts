import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { PriceList, withHours } from "@wristbank/core/event/PriceList"
import { DateTime } from "effect"

const list = (fields: Partial<ConstructorParameters<typeof PriceList>[0]>) =>
  new PriceList({
    id: 1n,
    node_id: 1n,
    name: "Happy hour",
    rank: 1,
    valid_from: null,
    valid_until: null,
    windows: [],
    node_ids: [],
    profile_ids: [],
    user_tag_variant_ids: [],
    round_to: Cents.make(1n),
    entries: [],
    ...fields
  })

/** What is shown of a list at a moment in Berlin. */
const shownAt = (at: string, fields: Parameters<typeof list>[0]) => {
  const { changes_at, holds, spans } = withHours(list(fields), "Europe/Berlin", Date.parse(at))
  return [holds, changes_at === null ? null : DateTime.formatIso(changes_at), spans.length]
}

it("a price list says whether it holds, until when, and when it begins next", () => {
  const evening = { windows: [{ days: [], dates: [], from: "18:00", to: "19:00" }] }
  assert.deepStrictEqual(shownAt("2026-07-03T15:59:59Z", evening).slice(0, 2), [false, "2026-07-03T16:00:00.000Z"])
  assert.deepStrictEqual(shownAt("2026-07-03T16:00:00Z", evening).slice(0, 2), [true, "2026-07-03T17:00:00.000Z"])
  assert.deepStrictEqual(shownAt("2026-07-03T17:00:00Z", evening).slice(0, 2), [false, "2026-07-04T16:00:00.000Z"])
  // The night on which the clocks change has another distance from UTC on each side.
  assert.deepStrictEqual(shownAt("2026-10-24T18:00:00Z", evening).slice(0, 2), [false, "2026-10-25T17:00:00.000Z"])
  assert.deepStrictEqual(shownAt("2026-07-03T16:00:00Z", {}), [true, null, 1])
  const far = { valid_from: DateTime.makeUnsafe("2026-08-01T00:00:00Z") }
  assert.deepStrictEqual(shownAt("2026-07-03T16:00:00Z", far), [false, null, 0])
  const over = { valid_until: DateTime.makeUnsafe("2026-07-03T16:00:00Z") }
  assert.deepStrictEqual(shownAt("2026-07-03T15:59:00Z", over), [true, "2026-07-03T16:00:00.000Z", 1])
  assert.deepStrictEqual(shownAt("2026-07-03T16:00:00Z", over), [false, null, 1])
})
