import { assert, it } from "@effect/vitest"
import { Latencies } from "@wristbank/stand-ins/simulation/LoadTest"

it("a share of the durations is below its quantile, also of a sample, and the longest is exact", () => {
  const latencies = new Latencies()
  assert.deepStrictEqual([latencies.at(0.5), latencies.longest], [0, 0])
  for (let millis = 1; millis <= 50_000; millis++) latencies.add(((millis * 7919) % 50_000) + 1)
  assert.closeTo(latencies.at(0.5), 25_000, 1_000)
  assert.closeTo(latencies.at(0.99), 49_500, 500)
  assert.strictEqual(latencies.longest, 50_000)
})
