import { expect, test } from "vitest"
import { daysFrom, slotsOf, type Timed } from "../../../../web/administration/sell/priceLists/Week.ts"
import { zero } from "../../../../web/kit/Amount.ts"

const berlin = { timeZone: "Europe/Berlin" }

const list = (
  name: string,
  rank: number,
  product_id: number,
  spans: Timed["spans"],
  variants: ReadonlyArray<number> = []
): Timed => ({
  id: rank,
  name,
  rank,
  spans,
  user_tag_variant_ids: variants,
  entries: [{ product_id, kind: "price", value: zero }]
})

test("the week has a row for the hours between any two changes, and says which list gives way to which", () => {
  const days = daysFrom(Date.parse("2026-07-03T22:30:00Z"), berlin)
  expect(days).toHaveLength(7)
  expect(days[0]).toBe("2026-07-04")
  const always: Timed["spans"] = [{ from: null, until: null }]
  const evening: Timed["spans"] = [{ from: "2026-07-04T16:00:00Z", until: "2026-07-04T17:00:00Z" }]
  const slots = slotsOf(
    [
      list("Low", 1, 7, always),
      list("Other", 2, 8, always),
      list("Crew", 3, 7, always, [1]),
      list("Happy hour", 9, 7, evening)
    ],
    days,
    berlin
  )
  expect(slots.map(({ from, to }) => `${from}-${to}`)).toStrictEqual(["00:00-18:00", "18:00-19:00", "19:00-24:00"])
  const held = (slot: number, day: number) =>
    slots[slot]!.days[day]!.map((one) => [one.list.name, one.under?.name ?? null])
  expect(held(1, 0)).toStrictEqual([["Happy hour", null], ["Crew", null], ["Other", null], ["Low", "Happy hour"]])
  expect(held(1, 1)).toStrictEqual([["Crew", null], ["Other", null], ["Low", null]])
  expect(held(0, 0)).toStrictEqual(held(1, 1))
})
