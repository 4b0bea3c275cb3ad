import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { promote } from "../../support/FestivalManager.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { bookedAt, interval, settle, shown, sum, times } from "../../support/FestivalStatistics.ts"

const path = "/mgmtrevenue-stats"

/** A till with the right to see sales, at the event or a node below it. */
const manager = Effect.fnUntraced(function*(node?: number) {
  const { tills } = yield* Festival
  const till = yield* tills.open({ float: 100, ...(node === undefined ? {} : { node }) })
  yield* promote(till, ["terminal_login", "can_book_orders", "view_node_stats"])
  return till
})

/** The whole event, as the terminal requests it. */
const everything = { from_time: null, to_time: null }

layer(Festival.layer, { excludeTestServices: true })("what was sold at a till's node", (it) => {
  it.effect("is every sale less what was taken back, however it was paid, at the node and below", () =>
    Effect.gen(function*() {
      const { admin, event, guest, press } = yield* Festival
      yield* settle(times)
      const stand = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stand", description: "" })
      )
      const [whole, below] = [yield* manager(), yield* manager(stand)]
      const buyer = yield* guest()
      const now = yield* DateTime.now
      const today = { from_time: DateTime.formatIso(now), to_time: DateTime.formatIso(DateTime.add(now, { days: 1 })) }
      done(yield* whole.post("/order/book-sale", sale([press("beer", 2)], buyer)))
      done(yield* whole.post("/order/book-sale", sale([press("meal")], null, { payment_method: "cash" })))
      done(yield* whole.post("/order/book-sale", sale([press("deposit", -1)], null, { payment_method: "cash" })))
      done(yield* below.post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" })))
      const { body } = done(yield* below.post("/order/book-sale", sale([press("large", 3)], buyer)))
      done(yield* below.post(`/order/${String(body.id)}/cancel`))
      done(yield* whole.post("/order/book-topup", topUp(buyer, 20)))

      const all = done(yield* whole.post(path, today)).body
      assert.deepStrictEqual(sum(all.hourly_intervals), { count: 2 + 2 + 1 - 1 + 1, cents: 1000 + 500 - 200 + 400 })
      assert.deepStrictEqual(sum(all.daily_intervals), sum(all.hourly_intervals))
      const stands = done(yield* below.post(path, today)).body
      assert.deepStrictEqual(sum(stands.hourly_intervals), { count: 1, cents: 400 })
      assert.deepStrictEqual(sum(stands.daily_intervals), { count: 1, cents: 400 })
    }))

  it.effect("comes by full hours and by days that end when the event says, in its time zone", () =>
    Effect.gen(function*() {
      yield* settle(times)
      const till = yield* manager()
      yield* bookedAt(till.id, "2046-07-01T14:05:00+02:00", 1000, { payment_method: "tag" })
      yield* bookedAt(till.id, "2046-07-01T14:40:00+02:00", 600)
      yield* bookedAt(till.id, "2046-07-02T05:59:59.999999+02:00", 1)
      yield* bookedAt(till.id, "2046-07-02T06:00:00+02:00", 20)
      yield* bookedAt(till.id, "2046-07-02T06:20:00+02:00", 300)
      yield* bookedAt(till.id, "2046-07-04T12:00:00+02:00", 4000, { payment_method: "sumup" })
      yield* bookedAt(till.id, "2046-07-04T12:59:59+02:00", -1500, { order_type: "cancel_sale" })
      // Not counted: too early, too late, and not a sale.
      yield* bookedAt(till.id, "2046-07-01T09:59:59.999999+02:00", 7)
      yield* bookedAt(till.id, "2046-07-05T10:00:00+02:00", 7)
      yield* bookedAt(till.id, "2046-07-01T14:00:00+02:00", 7, { order_type: "top_up" })
      assert.deepStrictEqual(done(yield* till.post(path, everything)).body, {
        from_time: "2046-07-01T08:00:00.000Z",
        to_time: "2046-07-05T08:00:00.000Z",
        hourly_intervals: [
          interval("2046-07-01T12:00", "2046-07-01T13:00", 2, 16),
          interval("2046-07-02T03:00", "2046-07-02T04:00", 1, 0.01),
          interval("2046-07-02T04:00", "2046-07-02T05:00", 2, 3.2),
          interval("2046-07-04T10:00", "2046-07-04T11:00", 2, 25)
        ],
        daily_intervals: [
          interval("2046-07-01T08:00", "2046-07-02T04:00", 3, 16.01),
          interval("2046-07-02T04:00", "2046-07-03T04:00", 2, 3.2),
          interval("2046-07-03T04:00", "2046-07-04T04:00", 0, 0),
          interval("2046-07-04T04:00", "2046-07-05T04:00", 2, 25)
        ]
      })
      const day = { from_time: "2046-07-02T06:00:00+02:00", to_time: "2046-07-02T06:20:00+02:00" }
      const { daily_intervals, ...inHours } = done(yield* till.post(path, day)).body
      assert.deepStrictEqual(daily_intervals, [interval("2046-07-02T04:00", "2046-07-03T04:00", 1, 0.2)])
      assert.deepStrictEqual(shown(inHours.hourly_intervals), [["2046-07-02T04:00:00.000Z", 1, 0.2]])
      const nothing = done(yield* till.post(path, { from_time: day.to_time, to_time: day.to_time })).body
      assert.deepStrictEqual([nothing.daily_intervals, nothing.hourly_intervals], [[], []])
    }))

  it.effect("a day has 25 hours when the clocks go back, and zones with half hours have their own", () =>
    Effect.gen(function*() {
      const autumn = { start_date: "2045-10-28T12:00:00Z", end_date: "2045-10-31T12:00:00Z" }
      yield* settle({ ...times, ...autumn })
      const till = yield* manager()
      for (const hour of ["00:30", "01:30", "04:59"]) yield* bookedAt(till.id, `2045-10-29T${hour}:00Z`, 100)
      yield* bookedAt(till.id, "2045-10-29T05:00:00Z", 100)
      const berlin = done(yield* till.post(path, everything)).body
      assert.deepStrictEqual(berlin.daily_intervals, [
        interval("2045-10-28T12:00", "2045-10-29T05:00", 3, 3),
        interval("2045-10-29T05:00", "2045-10-30T05:00", 1, 1)
      ])
      // Two in the morning occurs twice there; both are hours of their own.
      assert.deepStrictEqual(shown(berlin.hourly_intervals).slice(0, 2), [
        ["2045-10-29T00:00:00.000Z", 1, 1],
        ["2045-10-29T01:00:00.000Z", 1, 1]
      ])
      yield* settle({ ...times, ...autumn, time_zone: "Asia/Kolkata", daily_end_time: "10:30:00" })
      const kolkata = done(yield* till.post(path, everything)).body
      assert.deepStrictEqual(shown(kolkata.hourly_intervals).map(([from]) => from), [
        "2045-10-29T00:30:00.000Z",
        "2045-10-29T01:30:00.000Z",
        "2045-10-29T04:30:00.000Z"
      ])
      assert.deepStrictEqual(shown(kolkata.daily_intervals).map(([, , revenue]) => revenue), [3, 1])
      yield* settle({ ...times, time_zone: "Europe/Berlin" })
    }))

  it.effect("is shown to those who may see it, for a period of an event that has days", () =>
    Effect.gen(function*() {
      const { bar, tills } = yield* Festival
      yield* settle(times)
      const till = yield* manager()
      yield* refused(bar.post(path, everything), "organisation.privilege_missing", {}, 403)
      const alone = yield* tills.device()
      assert.notStrictEqual((yield* alone.post(path, everything)).status, 200)
      const asked = { from_time: "2046-07-02T00:00:00Z", to_time: "2046-07-01T23:59:59Z" }
      yield* refused(till.post(path, asked), "report.period_ends_before")
      yield* refused(till.post(path, { from_time: "1970-01-01T00:00:00Z", to_time: null }), "report.period_too_long")
      yield* malformed(till.post(path, { from_time: "2046-07-02T00:00:00", to_time: null }))
      yield* malformed(till.post(path, { from_time: "yesterday", to_time: null }))
      yield* settle({ ...times, daily_end_time: null })
      yield* refused(till.post(path, everything), "report.event_undated")
      yield* settle({ ...times, start_date: null, end_date: null })
      yield* refused(till.post(path, asked), "report.event_undated")
    }))
})
