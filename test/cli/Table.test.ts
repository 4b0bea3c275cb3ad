import { assert, it } from "@effect/vitest"
import { tableLines } from "@wristbank/cli/views/Table"

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
