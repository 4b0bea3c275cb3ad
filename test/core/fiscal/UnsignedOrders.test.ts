import { assert, it } from "@effect/vitest"
import { logIntervalMillis, noOrders, unsignedSince } from "@wristbank/core/fiscal/UnsignedOrders"
import fc from "fast-check"

it("orders without a signature are told of at once, then once a minute together, and none is left out or told of twice", () =>
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(40_000), fc.nat(5))), (rounds) => {
    let orders = noOrders
    let now = 1_700_000_000_000
    let failed = 0
    let counted = 0
    const lines: Array<number> = []
    for (const [pause, more] of [...rounds, [logIntervalMillis, 0] as const]) {
      now += pause
      failed += more
      const next = unsignedSince(orders, more, now)
      orders = next.orders
      if (next.due !== undefined) {
        assert.isAbove(next.due, 0)
        assert.isTrue(lines.length === 0 || now - lines.at(-1)! >= logIntervalMillis)
        lines.push(now)
        counted += next.due
      } else assert.isTrue(failed === counted || now - lines.at(-1)! < logIntervalMillis)
    }
    assert.strictEqual(counted, failed)
  })))
