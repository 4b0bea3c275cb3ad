import { assert, it } from "@effect/vitest"
import { runAtOnce, runInSlices } from "@wristbank/core/base/SlicedWork"
import { tagCsv } from "@wristbank/core/wristband/UserTagCsv"
import { Effect } from "effect"

const tags = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ pin: `PIN${n}`, variants: ["Crew", "Adult"] }))

it("a long list has one heading and each wristband once", () => {
  assert.strictEqual(runAtOnce(tagCsv([])), "pin,variants\r\n")
  assert.strictEqual(
    runAtOnce(tagCsv([{ pin: "=A", variants: [] }, { pin: "B", variants: ["x", "y"] }])),
    "pin,variants\r\n'=A,\r\nB,\"x,y\"\r\n"
  )
  const lines = runAtOnce(tagCsv(tags(2_001))).split("\r\n")
  assert.deepStrictEqual(lines, ["pin,variants", ...tags(2_001).map(({ pin }) => `${pin},"Crew,Adult"`), ""])
})

it.live("calls are answered between its pieces", () =>
  Effect.gen(function*() {
    assert.lengthOf(Array.from(tagCsv(tags(20_000))), 20, "it pauses for every thousand")
    let turns = 0
    let over = false
    const count = () => {
      if (over) return
      turns++
      setImmediate(count)
    }
    setImmediate(count)
    yield* runInSlices(() => tagCsv(tags(20_000)))
    over = true
    assert.isAtLeast(turns, 20)
  }))
