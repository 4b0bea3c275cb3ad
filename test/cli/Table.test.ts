import { assert, it } from "@effect/vitest"
import { moment, tableLines } from "@wristbank/cli/views/Table"
import { DateTime } from "effect"

it("columns stand below each other on a terminal, where some signs take two places and some none", () =>
  assert.deepStrictEqual(
    tableLines(["payout", "name", "status"], [
      ["1", "Jörg", "paid"],
      ["22", "李小龍", "paid"],
      ["333", "🎪 Circus", "reserved"],
      ["4444", "Ame\u0301lie", "paid"]
    ]),
    [
      "payout  name       status",
      "1       Jörg       paid",
      "22      李小龍     paid",
      "333     🎪 Circus  reserved",
      "4444    Ame\u0301lie     paid"
    ]
  ))

it("a table has room for as many rows as there are payouts in the largest runs", () =>
  assert.lengthOf(tableLines(["payout"], Array.from({ length: 200_000 }, (_, n) => [String(n)])), 200_001))

it("a moment has the time at the event's place and how far that is from UTC, also in the hour that is there twice", () => {
  const at = (iso: string, zone: string) => moment(DateTime.makeUnsafe(iso), zone)
  assert.strictEqual(at("2026-07-10T14:00:05Z", "Europe/Berlin"), "2026-07-10 16:00:05 +02:00")
  assert.strictEqual(at("2026-11-29T01:48:58Z", "America/New_York"), "2026-11-28 20:48:58 -05:00")
  assert.strictEqual(at("2026-11-29T20:00:00Z", "Asia/Kathmandu"), "2026-11-30 01:45:00 +05:45")
  assert.strictEqual(at("2026-11-29T20:00:00Z", "UTC"), "2026-11-29 20:00:00 +00:00")
  assert.deepStrictEqual(
    ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((iso) => at(iso, "Europe/Berlin")),
    ["2026-10-25 02:30:00 +02:00", "2026-10-25 02:30:00 +01:00"]
  )
  assert.strictEqual(moment(null, "UTC"), "")
})
