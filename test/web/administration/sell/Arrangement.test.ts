import fc from "fast-check"
import { expect, test } from "vitest"
import {
  added,
  type Arrangement,
  type Box,
  mergedArrangement,
  moved,
  placeAfter,
  placeAt,
  removed
} from "../../../../web/administration/sell/layouts/Arrangement.ts"

const all = ["a", "b", "c", "d", "e", "f", "g"]
const arrangement: fc.Arbitrary<Arrangement> = fc.shuffledSubarray(all)
const filled = arrangement.filter((ids) => ids.length > 0)

test("a moved entry is at its place, and all others keep their order", () =>
  fc.assert(fc.property(filled, fc.nat(), fc.nat(), (ids, from, to) => {
    const id = ids[from % ids.length]!
    const place = to % ids.length
    const result = moved(ids, id, place)
    expect(result[place]).toBe(id)
    expect(removed(result, id)).toEqual(removed(ids, id))
    expect(moved(result, id, ids.indexOf(id))).toEqual(ids)
  })))

test("entries that are added stand at the end once, and the others stay", () =>
  fc.assert(fc.property(arrangement, arrangement, (ids, more) => {
    const result = added(ids, [...more, ...more])
    expect(result.slice(0, ids.length)).toEqual(ids)
    expect(result.slice(ids.length)).toEqual(more.filter((id) => !ids.includes(id)))
  })))

test("keys lead to a place of the grid, and there and back again", () =>
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 30 }),
    fc.nat(),
    (columns, count, start) => {
      const at = start % count
      const go = (key: string, from = at) => placeAfter(key, from, { columns, count })!
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]) {
        expect(go(key)).toBeGreaterThanOrEqual(0)
        expect(go(key)).toBeLessThan(count)
      }
      expect(go("ArrowRight") === at || go("ArrowLeft", go("ArrowRight")) === at).toBe(true)
      expect(go("ArrowUp") === at || go("ArrowDown", go("ArrowUp")) === at).toBe(true)
      expect(Math.floor(go("ArrowDown") / columns) - Math.floor(at / columns)).toBe(
        Math.floor(at / columns) === Math.floor((count - 1) / columns) ? 0 : 1
      )
      expect(placeAfter("Enter", at, { columns, count })).toBeUndefined()
    }
  )))

test("a pointer is at the place whose box it is in, and beside the grid at the nearest", () => {
  const box = (column: number, row: number): Box => ({
    left: column * 100,
    right: column * 100 + 90,
    top: row * 50,
    bottom: row * 50 + 40
  })
  const boxes = [box(0, 0), box(1, 0), box(0, 1), box(1, 1), box(0, 2)]
  expect(placeAt(boxes, 145, 60)).toBe(3)
  expect(placeAt(boxes, 150, 500)).toBe(4)
  expect(placeAt(boxes, -40, -40)).toBe(0)
  expect(placeAt(boxes, 900, 20)).toBe(1)
  expect(placeAt([], 5, 5)).toBe(0)
})

const isSubsequence = (part: Arrangement, whole: Arrangement) =>
  part.join() === whole.filter((id) => part.includes(id)).join()

test("a merge has what both kept and what either added, each once", () =>
  fc.assert(fc.property(arrangement, arrangement, arrangement, (before, mine, theirs) => {
    const result = mergedArrangement(before, mine, theirs)
    const wanted = all.filter((id) =>
      before.includes(id) ? mine.includes(id) && theirs.includes(id) : mine.includes(id) || theirs.includes(id)
    )
    expect(result?.toSorted() ?? wanted).toEqual(wanted)
  })))

test("a change by one person alone is taken as it is", () =>
  fc.assert(fc.property(arrangement, arrangement, (before, after) => {
    expect(mergedArrangement(before, after, before)).toEqual(after)
    expect(mergedArrangement(before, before, after)).toEqual(after)
  })))

test("a merge asks exactly if both moved what both kept, differently, and otherwise has the order of the one that moved", () =>
  fc.assert(fc.property(arrangement, arrangement, arrangement, (before, mine, theirs) => {
    const result = mergedArrangement(before, mine, theirs)
    const staying = before.filter((id) => mine.includes(id) && theirs.includes(id))
    const [isMine, isTheirs] = [!isSubsequence(staying, mine), !isSubsequence(staying, theirs)]
    const isSame = mine.filter((id) => staying.includes(id)).join() ===
      theirs.filter((id) => staying.includes(id)).join()
    expect(result === undefined).toBe(isMine && isTheirs && !isSame)
    const leading = isMine ? mine : theirs
    expect(isSubsequence(leading.filter((id) => result?.includes(id)), result ?? [])).toBe(true)
  })))
