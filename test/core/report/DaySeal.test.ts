import { assert, it } from "@effect/vitest"
import {
  dayOf,
  type DaySeal,
  dueDay,
  idsOfPiece,
  inPieces,
  marginHours,
  sealedFrom,
  sealKinds,
  type Unhashed
} from "@wristbank/core/report/DaySeal"
import { rangesOf } from "@wristbank/core/report/SealComparison"
import { pieceHash, sealHash } from "@wristbank/core/report/SealHashes"
import { DateTime } from "effect"
import fc from "fast-check"

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "UTC"
]
const times = fc.record({
  daily_end_time: fc.constantFrom(null, "00:00:00", "02:30:00", "06:00:00", "23:59:59"),
  time_zone: fc.constantFrom(...zones)
})
const begin = Date.UTC(2026, 0, 1)
const moment = fc.integer({ min: 0, max: 366 * 86_400 }).map((seconds) => DateTime.makeUnsafe(begin + seconds * 1000))
const hours = (from: DateTime.Utc, to: DateTime.Utc) => (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
const never = DateTime.makeUnsafe("2030-01-01T00:00:00Z")

it("a row lies in its due day, which is over for the margin, also where clocks change", () =>
  fc.assert(fc.property(times, moment, moment, (event, first, settled) => {
    const due = dueDay(event, { first, newest: undefined, settled })
    const later = dueDay(event, { first, newest: undefined, settled: never })!
    assert.isTrue(DateTime.isLessThan(first, later.to))
    assert.isAtMost(hours(first, later.to), 25)
    assert.strictEqual(later.day, dayOf(event, first))
    assert.deepStrictEqual(later.from, sealedFrom)
    assert.strictEqual(due !== undefined, hours(later.to, settled) >= marginHours)
  })))

it("days follow each other without a gap and without a date twice, also when the settings change between them", () =>
  fc.assert(fc.property(fc.array(fc.tuple(times, moment), { minLength: 2, maxLength: 8 }), (steps) => {
    let newest: Pick<DaySeal, "covers_until" | "day"> | undefined
    for (const [event, at] of steps) {
      const first = newest === undefined ? at : DateTime.max(at, newest.covers_until)
      const due = dueDay(event, { first, newest, settled: never })!
      assert.deepStrictEqual(due.from, newest?.covers_until ?? sealedFrom)
      assert.isTrue(DateTime.isLessThan(due.from, due.to))
      assert.isTrue(DateTime.isLessThan(first, due.to))
      if (newest !== undefined) assert.isAbove(due.day.localeCompare(newest.day), 0)
      newest = { day: due.day, covers_until: due.to }
    }
  })))

const dayAt = (date: string, event = { daily_end_time: "06:00:00", time_zone: "Europe/Berlin" }) => {
  const due = dueDay(event, { first: DateTime.makeUnsafe(`${date}T12:00:00Z`), newest: undefined, settled: never })!
  return [due.day, DateTime.formatIso(due.to)]
}

it("a day ends at the daily end of the event, in summer and in winter", () => {
  assert.deepStrictEqual(dayAt("2026-03-28"), ["2026-03-28", "2026-03-29T04:00:00.000Z"])
  assert.deepStrictEqual(dayAt("2026-10-24"), ["2026-10-24", "2026-10-25T05:00:00.000Z"])
})

const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 1, maxLength: 450 })
  .map((drawn) => drawn.toSorted((a, b) => Number(a - b)))

it("every id lies in the range of one piece, also one that comes later", () =>
  fc.assert(fc.property(ids, fc.bigInt({ min: 0n, max: 10_001n }), (sealed, later) => {
    const pieces = inPieces(sealed)
    assert.deepStrictEqual(pieces.flat(), sealed)
    assert.isTrue(pieces.every((piece) => piece.length <= idsOfPiece))
    const bounds = [...sealed, later].toSorted((a, b) => Number(a - b))
    const ranges = rangesOf(
      pieces.map((piece) => ({ first_id: piece[0]!, last_id: piece.at(-1)! })),
      { ids: bounds.length, low: bounds[0]!, high: bounds.at(-1)! }
    )
    for (const id of bounds) assert.lengthOf(ranges.filter(({ high, low }) => low <= id && id <= high), 1)
  })))

const seal = fc.record<Unhashed>({
  event_id: fc.bigInt({ min: 1n, max: 30n }),
  number: fc.integer({ min: 1, max: 30 }),
  day: fc.constantFrom("2026-07-10", "2026-07-11"),
  covers_from: moment,
  covers_until: moment,
  format: fc.constantFrom(1, 2),
  previous_hash: fc.option(fc.constantFrom("a".repeat(64), "b".repeat(64))),
  orders: fc.nat(30),
  rows: fc.nat(30),
  pieces: fc.nat(30),
  sealed_at: moment,
  sealed_by: fc.string({ maxLength: 6 })
})
const piece = fc.record({
  kind: fc.constantFrom(...sealKinds),
  piece: fc.nat(20),
  first_id: fc.bigInt({ min: 1n, max: 120n }),
  last_id: fc.bigInt({ min: 1n, max: 120n }),
  ids: fc.nat(100),
  rows: fc.nat(100)
})
const content = fc.constantFrom("0".repeat(64), "f".repeat(64))
const hashes = fc.array(fc.record({ hash: content }), { maxLength: 3 })

it("two pieces have the same hash only if they agree in all that is hashed", () =>
  fc.assert(
    fc.property(seal, piece, content, seal, piece, content, (seal1, piece1, content1, seal2, piece2, content2) => {
      const said = ({ day, event_id, format, number }: Unhashed, of: object, rows: string) =>
        [day, event_id, format, number, of, rows] as const
      const same = equal(said(seal1, piece1, content1), said(seal2, piece2, content2))
      assert.strictEqual(pieceHash(seal1, piece1, content1) === pieceHash(seal2, piece2, content2), same)
      assert.notStrictEqual(pieceHash(seal1, piece1, content1), sealHash(seal1, []))
      for (const field of ["event_id", "number", "day"] as const) {
        if (seal1[field] === seal2[field]) continue
        assert.notStrictEqual(
          pieceHash({ ...seal1, [field]: seal2[field] }, piece1, content1),
          pieceHash(seal1, piece1, content1)
        )
      }
      for (const field of ["kind", "piece", "first_id", "last_id", "ids", "rows"] as const) {
        if (piece1[field] === piece2[field]) continue
        assert.notStrictEqual(
          pieceHash(seal1, { ...piece1, [field]: piece2[field] }, content1),
          pieceHash(seal1, piece1, content1)
        )
      }
    })
  ))

it("a seal depends on each of its fields, on the seal before and on each piece in its place", () =>
  fc.assert(fc.property(seal, hashes, seal, hashes, (seal1, pieces1, seal2, pieces2) => {
    const hash = sealHash(seal1, pieces1)
    if (!equal(pieces1, pieces2)) assert.notStrictEqual(sealHash(seal1, pieces2), hash)
    for (const field of Object.keys(seal1) as ReadonlyArray<keyof Unhashed>) {
      const changed = { ...seal1, [field]: seal2[field] }
      assert.strictEqual(sealHash(changed, pieces1) === hash, equal(seal1[field], seal2[field]), field)
    }
  })))

const equal = (a: unknown, b: unknown) => {
  try {
    assert.deepStrictEqual(a, b)
    return true
  } catch {
    return false
  }
}
