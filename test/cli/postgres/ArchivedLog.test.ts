import { assert, it } from "@effect/vitest"
import { type ArchivedLog, isReached, repetitionOf } from "@wristbank/cli/postgres/ArchivedLog"
import { historyOf, logFileOf, nameOf } from "@wristbank/cli/postgres/LogFile"
import fc from "fast-check"

const sum = "0".repeat(64)

/** A place in the middle of a file of the log, as PostgreSQL writes it. */
const within = (number: number) =>
  `${Math.floor(number / 256).toString(16)}/${(number % 256).toString(16)}800000`
    .toUpperCase()

/** The log of a database that was restored several times: each timeline leaves the one before in a file of it, and goes on from it. */
const logs = fc.record({
  first: fc.integer({ min: 1, max: 300 }),
  lengths: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 4 }),
  /** How many files each timeline has that the next one does not follow. */
  abandoned: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 })
}).map(({ abandoned, first, lengths }) => {
  const path: Array<string> = []
  const files = new Set<string>()
  const histories = new Map<string, string>()
  let history = ""
  let number = first
  for (const [at, length] of lengths.entries()) {
    const timeline = at + 1
    if (at > 0) {
      history += `${at}\t${within(number)}\tbefore 2026-07-11 22:15:00+00\n`
      histories.set(historyOf(timeline), history)
      // A timeline begins in the file in which it leaves the other, which it has as well.
      path.pop()
    }
    for (let n = 0; n < length; n++) path.push(nameOf({ timeline, number: number + n }))
    const isLast = at === lengths.length - 1
    for (let n = 0; n < length + (isLast ? 0 : abandoned[at]!); n++) files.add(nameOf({ timeline, number: number + n }))
    number += length - 1
  }
  const sums = new Map([...files, ...histories.keys()].map((name) => [name, sum]))
  return { path, archived: { files, histories, sums } satisfies ArchivedLog }
})

const ownOf = (path: ReadonlyArray<string>) => ({ firstLogFile: path[0]!, lastLogFile: path[0]!, archived: true })

const without = <A>(all: Iterable<A>, one: A) => new Set([...all].filter((each) => each !== one))

it("a whole log has no gaps, and a restore takes the files of the newest timeline's path", () =>
  fc.assert(fc.property(logs, ({ archived, path }) => {
    const { files, gaps, newest } = repetitionOf(ownOf(path), archived)
    assert.deepStrictEqual({ gaps, newest }, { gaps: [], newest: path.at(-1)! })
    assert.sameMembers(files.filter((name) => name.length === 24), path)
    assert.sameMembers(files.filter((name) => name.length !== 24), [...archived.histories.keys()].slice(-1))
  })))

it("each file and each history of the path that is missing is named, the newest one as well", () =>
  fc.assert(fc.property(logs, fc.nat(), ({ archived, path }, pick) => {
    const needed = [...path.slice(1), ...archived.histories.keys()]
    const lost = needed[pick % needed.length]!
    const histories = new Map([...archived.histories].filter(([name]) => name !== lost))
    const { gaps } = repetitionOf(ownOf(path), { ...archived, histories, files: without(archived.files, lost) })
    // The file in which a timeline begins is also one of the timeline before.
    const { number, timeline } = logFileOf(lost)
    const isFirst = path.find((name) => logFileOf(name).timeline === timeline) === lost
    if (isFirst && archived.files.has(nameOf({ timeline: timeline - 1, number }))) assert.deepStrictEqual(gaps, [])
    else assert.include(gaps.join("\n"), lost)
  })))

it("files without a checksum are named", () =>
  fc.assert(fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (length, pick) => {
    const path = Array.from({ length }, (_, number) => nameOf({ timeline: 1, number: number + 1 }))
    const lost = path[pick % length]!
    const sums = new Map(Array.from(without(path, lost), (name) => [name, sum]))
    const { gaps } = repetitionOf(ownOf(path), { files: new Set(path), histories: new Map(), sums })
    assert.deepStrictEqual(gaps, [`the checksum of ${lost} is missing`])
  })))

it("several files that follow each other are named as one gap", () => {
  const path = Array.from({ length: 9 }, (_, number) => nameOf({ timeline: 1, number: number + 254 }))
  const files = new Set(path.filter((_, at) => at < 1 || at === 4 || at > 6))
  const sums = new Map(Array.from(files, (name) => [name, sum]))
  const { gaps } = repetitionOf(ownOf(path), { files, histories: new Map(), sums })
  assert.deepStrictEqual(gaps, [
    "0000000100000000000000FF to 000000010000000100000001 (3 files) of the log is missing",
    "000000010000000100000003 to 000000010000000100000004 (2 files) of the log is missing"
  ])
})

it("an archive without anything since the backup is a gap only if PostgreSQL copied its log then", () => {
  const none = { files: new Set<string>(), histories: new Map<string, string>(), sums: new Map<string, string>() }
  const own = { firstLogFile: nameOf({ timeline: 1, number: 7 }), lastLogFile: nameOf({ timeline: 1, number: 8 }) }
  assert.deepStrictEqual(repetitionOf({ ...own, archived: false }, none).gaps, [])
  assert.lengthOf(repetitionOf({ ...own, archived: true }, none).gaps, 1)
})

it("a file is reached when something of it was repeated", () => {
  assert.isFalse(isReached("0/5000000", nameOf({ timeline: 1, number: 5 })))
  assert.isTrue(isReached("0/5000028", nameOf({ timeline: 1, number: 5 })))
  assert.isTrue(isReached("1/0", nameOf({ timeline: 1, number: 255 })))
})
