import { IDBFactory } from "fake-indexeddb"
import { assert, describe, test } from "vitest"
import * as Booking from "../../../web/till/journal/Booking.ts"
import { openBookingStore } from "../../../web/till/journal/BookingStore.ts"
import { openJournal } from "../../../web/till/journal/Journal.ts"
import type { Present } from "../../../web/till/journal/Schedule.ts"
import { noAnswer, present, wanted } from "./Wanted.ts"

/** A browser with its storage, and a server that answers as the test says. */
const browserWith = (answer: (booking: Booking.Booking) => Promise<Booking.Attempt> | Booking.Attempt) => {
  const disk = new IDBFactory()
  const sent: Array<string> = []
  const cancelled: Array<string> = []
  let now = 1_000
  return {
    cancelled,
    sent,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    open: async (at: Present | undefined = present, finding: Booking.Finding = "absent") => {
      let bookings: ReadonlyArray<Booking.Booking> = []
      const journal = await openJournal({
        store: await openBookingStore(disk),
        send: async (booking) => {
          sent.push(booking.uuid)
          return answer(booking)
        },
        ask: (booking) => {
          cancelled.push(booking.uuid)
          return Promise.resolve(finding)
        },
        check: () => Promise.resolve(finding),
        onChange: (all) => {
          bookings = all
        },
        now: () => now
      })
      journal.setPresent(at)
      return {
        journal,
        phases: () => bookings.map(({ phase, uuid }) => `${uuid} ${phase}`),
        settle: async () => {
          // Storage answers in later turns of the event loop.
          for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve))
        }
      }
    }
  }
}

const never = () => new Promise<Booking.Attempt>(() => undefined)
const books = (): Booking.Attempt => ({ ok: true, answer: "stored" })

describe("the journal", () => {
  test("sends what was under way when the page was closed, and sends it as it was", async () => {
    const answers: Array<() => Booking.Attempt | Promise<Booking.Attempt>> = [never, books]
    const device = browserWith(() => answers.shift()!())
    const before = await device.open()
    await before.journal.add(wanted("one"))
    await before.settle()
    assert.deepStrictEqual(before.phases(), ["one sent"])
    const after = await device.open()
    await after.settle()
    assert.deepStrictEqual(after.phases(), ["one booked"])
    assert.deepStrictEqual(device.sent, ["one", "one"])
  })

  test("sends nothing for others: other people, other tills, other registrations", async () => {
    for (const other of [{ userId: 4 }, { tillId: 5 }, { registration: "later" }, { terminalId: 6 }]) {
      const device = browserWith(() => noAnswer)
      const before = await device.open()
      await before.journal.add(wanted("one"))
      await before.settle()
      assert.deepStrictEqual(device.sent, ["one"])
      const after = await device.open({ ...present, ...other })
      after.journal.hurry()
      await after.settle()
      assert.deepStrictEqual(device.sent, ["one"], JSON.stringify(other))
      assert.deepStrictEqual(after.phases(), ["one unknown"])
    }
  })

  test("asks for others about what they gave up, at the same terminal alone", async () => {
    for (const [other, phase] of [[{ userId: 4 }, "givenUp"], [{ terminalId: 6 }, "unknown"]] as const) {
      const device = browserWith(() => noAnswer)
      const before = await device.open()
      await before.journal.add(wanted("one"))
      await before.settle()
      await before.journal.stop("one")
      await before.settle()
      before.journal.setPresent(undefined)
      device.pass(Booking.longestDelivery)
      const after = await device.open({ ...present, ...other })
      await after.settle()
      assert.deepStrictEqual(after.phases(), [`one ${phase}`])
    }
  })

  test.each([["booked", "booked"], ["absent", "givenUp"]] as const)(
    "asks about what an ended registration of the same terminal left behind: the server says %s",
    async (finding, phase) => {
      const device = browserWith(() => noAnswer)
      const before = await device.open()
      await before.journal.add(wanted("one"))
      await before.settle()
      before.journal.setPresent(undefined)
      device.pass(Booking.longestDelivery)
      const after = await device.open({ ...present, registration: "later" }, finding)
      await after.settle()
      assert.deepStrictEqual(after.phases(), [`one ${phase}`])
      assert.deepStrictEqual(device.sent, ["one"])
    }
  )

  test("makes no new booking while no one knows what became of an earlier one", async () => {
    const device = browserWith(() => noAnswer)
    const { journal, phases, settle } = await device.open()
    await journal.add(wanted("one"))
    await settle()
    assert.isUndefined(await journal.add(wanted("two")))
    await journal.stop("one")
    assert.isDefined(await journal.add(wanted("two")))
    await settle()
    assert.deepStrictEqual(phases(), ["one unknown", "two unknown"])
  })

  test("queues a few taps behind an answer that is awaited, and gives up at once what was never sent", async () => {
    const device = browserWith(never)
    const { journal, phases, settle } = await device.open()
    const added = []
    for (let tap = 0; tap < 12; tap++) {
      added.push(await journal.add(wanted(`tap ${String.fromCharCode(97 + tap)}`)))
      device.pass(1)
      await settle()
    }
    assert.strictEqual(added.filter((booking) => booking !== undefined).length, 9)
    await journal.stop("tap b")
    assert.deepStrictEqual(phases().slice(0, 3), ["tap a sent", "tap b givenUp", "tap c drafted"])
    assert.deepStrictEqual(device.sent, ["tap a"])
  })

  test("of two windows on one disk, one sends", async () => {
    const device = browserWith(never)
    const [left, right] = [await device.open(), await device.open(undefined)]
    await left.journal.add(wanted("one"))
    await left.settle()
    right.journal.setPresent(present)
    right.journal.hurry()
    await right.settle()
    assert.deepStrictEqual(device.sent, ["one"])
  })

  test("holds a booking back until its card is charged, across a reload", async () => {
    const device = browserWith(books)
    const before = await device.open()
    await before.journal.add(wanted("one", { byCard: true }), "card")
    await before.settle()
    assert.deepStrictEqual(before.phases(), ["one card"])
    const after = await device.open()
    await after.settle()
    assert.deepStrictEqual(device.sent, [])
    await after.journal.paid("one")
    await after.settle()
    assert.deepStrictEqual(after.phases(), ["one booked"])
  })

  test.each<[string, Partial<Present>, Booking.Finding, number, Booking.Phase]>([
    ["is found booked", { userId: 4 }, "booked", 0, "booked"],
    ["is found booked from another till", { tillId: 5 }, "booked", 0, "booked"],
    ["is found booked by a later registration", { registration: "later" }, "booked", 0, "booked"],
    ["waits, as the card may still be charged", { userId: 4 }, "absent", Booking.longestCardPayment - 1, "card"],
    ["ends when nobody reports a charge for two days", { userId: 4 }, "absent", Booking.longestCardPayment, "givenUp"],
    ["waits while the server does not say", { userId: 4 }, "unclear", Booking.longestCardPayment, "card"],
    ["is no business of another terminal", { terminalId: 6 }, "booked", 0, "card"],
    ["is not asked about while whoever began it is here", {}, "booked", 0, "card"]
  ])("a card payment on disk %s", async (_, other, finding, later, phase) => {
    const device = browserWith(books)
    const before = await device.open()
    await before.journal.add(wanted("one", { byCard: true }), "card")
    await before.settle()
    before.journal.setPresent(undefined)
    device.pass(later)
    const after = await device.open({ ...present, ...other }, finding)
    await after.settle()
    assert.deepStrictEqual(after.phases(), [`one ${phase}`])
    assert.deepStrictEqual([device.sent, device.cancelled], [[], []])
  })

  test("keeps the latest final bookings and every other", async () => {
    const device = browserWith(books)
    const { journal, phases, settle } = await device.open()
    for (let count = 0; count < 230; count++) {
      await journal.add(wanted(String(count).padStart(3, "0")))
      device.pass(1)
      if (count % 5 === 0) await settle()
    }
    await settle()
    const again = await device.open()
    await again.settle()
    assert.isAtMost(again.phases().length, 200)
    assert.strictEqual(again.phases().at(-1), "229 booked")
    assert.isAbove(phases().length, 0)
  })
})
