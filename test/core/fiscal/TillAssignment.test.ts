import { assert, it } from "@effect/vitest"
import { assign, type FreeTse, type WaitingTill } from "@wristbank/core/fiscal/TillAssignment"
import fc from "fast-check"

const till = (id: bigint, pathIds: ReadonlyArray<bigint> = [1n]): WaitingTill => ({ id, eventId: 1n, pathIds })

const device = (id: bigint, tills: number, changes: Partial<FreeTse> = {}): FreeTse => ({
  id,
  eventId: 1n,
  nodeId: 1n,
  tills,
  maxTills: 97,
  faulty: false,
  ...changes
})

const chosen = (tills: ReadonlyArray<WaitingTill>, devices: ReadonlyArray<FreeTse>) =>
  assign(tills, devices).map(({ tillId, tseId }) => [tillId, tseId])

it("a till gets the device with the fewest tills, the lowest id among equals", () => {
  assert.deepStrictEqual(chosen([till(10n)], [device(1n, 3), device(2n, 1)]), [[10n, 2n]])
  assert.deepStrictEqual(chosen([till(10n)], [device(2n, 1), device(1n, 1)]), [[10n, 1n]])
})

it("a device with a fault is given a till only if no other can be", () => {
  const faulty = device(1n, 0, { faulty: true })
  assert.deepStrictEqual(chosen([till(10n)], [faulty, device(2n, 9)]), [[10n, 2n]])
  assert.deepStrictEqual(chosen([till(10n)], [faulty, device(2n, 97)]), [[10n, 1n]])
})

it("a till that was given a device counts for the next", () => {
  assert.deepStrictEqual(chosen([till(11n), till(10n), till(12n)], [device(1n, 0), device(2n, 0)]), [
    [10n, 1n],
    [11n, 2n],
    [12n, 1n]
  ])
})

it("a device signs for tills at its node and below, in its event alone", () => {
  assert.deepStrictEqual(
    chosen([till(10n, [1n, 5n])], [device(1n, 0, { nodeId: 6n }), device(2n, 9, { nodeId: 5n })]),
    [
      [10n, 2n]
    ]
  )
  assert.deepStrictEqual(chosen([till(10n)], [device(1n, 0, { nodeId: 5n })]), [])
  assert.deepStrictEqual(chosen([till(10n)], [device(1n, 0, { eventId: 2n })]), [])
})

it("a device that knows all the tills it can takes no more", () =>
  assert.deepStrictEqual(chosen([till(10n), till(11n)], [device(1n, 96), device(2n, 97)]), [[10n, 1n]]))

const counts = fc.integer({ min: 0, max: 5 })
const tills = fc.uniqueArray(fc.bigInt({ min: 1n, max: 40n }), { maxLength: 15 })
const loads = fc.array(fc.tuple(counts, counts), { maxLength: 4 })

it("tills are spread as evenly as they can be, and none stays without while a device has room", () =>
  fc.assert(fc.property(tills, loads, (ids, devices) => {
    const free = devices.map(([count, room], n) => device(BigInt(n), count, { maxTills: count + room }))
    const given = assign(ids.map((id) => till(id)), free)
    const room = free.reduce((sum, one) => sum + one.maxTills - one.tills, 0)
    assert.strictEqual(given.length, Math.min(ids.length, room))
    assert.strictEqual(new Set(given.map(({ tillId }) => tillId)).size, given.length)
    const after = free.map((one) => ({ ...one, got: given.filter(({ tseId }) => tseId === one.id).length }))
    for (const one of after) {
      assert.isAtMost(one.tills + one.got, one.maxTills)
      for (const other of after) {
        if (one.got > 0 && other.tills + other.got < other.maxTills) {
          assert.isAtMost(one.tills + one.got, other.tills + other.got + 1)
        }
      }
    }
  })))
