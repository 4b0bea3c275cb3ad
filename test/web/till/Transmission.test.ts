import type { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { IDBFactory } from "fake-indexeddb"
import fc from "fast-check"
import { afterEach, assert, describe, test, vi } from "vitest"
import { callsTo } from "../../../web/kit/Call.ts"
import { type Booking, type Draft, draft } from "../../../web/till/journal/Booking.ts"
import { openBookingStore } from "../../../web/till/journal/BookingStore.ts"
import { openJournal } from "../../../web/till/journal/Journal.ts"
import { transmission } from "../../../web/till/journal/Transmission.ts"
import { present, wanted } from "./Wanted.ts"

afterEach(() => vi.unstubAllGlobals())

/** What happens to an attempt at booking: whether the server books it, and what the till hears. */
interface Fault {
  readonly books: boolean
  readonly answer: () => Response
}

const lost = (): Response => {
  throw new TypeError("fetch failed")
}
const json = (status: number, body: object) => () => Response.json(body, { status })
const page = (status: number) => () =>
  new Response("<html></html>", { status, headers: { "content-type": "text/html" } })

const faults: Readonly<Record<string, Fault>> = {
  "the request is lost": { books: false, answer: lost },
  "the answer is lost": { books: true, answer: lost },
  "the answer breaks off": {
    books: true,
    answer: () => new Response("{\"uuid\":", { headers: { "content-type": "application/json" } })
  },
  "an overload": { books: false, answer: json(503, { id: "ServiceUnavailable", message: "" }) },
  "too many calls": { books: false, answer: json(429, { id: "TooManyAttempts" }) },
  "a fault of the server": { books: false, answer: json(500, { id: "InternalError", message: "" }) },
  "a fault after it has booked": { books: true, answer: json(500, { id: "InternalError", message: "" }) },
  "a proxy without a server": { books: false, answer: json(502, {}) },
  "a proxy that gave up waiting": { books: true, answer: page(504) },
  "a proxy that refuses": { books: false, answer: json(403, {}) },
  "a proxy that knows nothing": { books: false, answer: json(404, { detail: "Not Found" }) },
  "a page to sign in to the network": { books: false, answer: page(200) }
}

const call = callsTo<typeof TerminalApi>({
  base: "/api/terminal",
  token: () => "secret",
  language: () => "en",
  onSignedOut: () => undefined
})

/** A till with its storage, whose calls meet the faults in turn and then a server that is well. */
const tillAt = async (course: ReadonlyArray<Fault>) => {
  const bodies: Array<string> = []
  const booked = new Set<string>()
  vi.stubGlobal("fetch", async (url: string, { body }: { readonly body: string }) => {
    const { uuid } = JSON.parse(body) as Draft
    if (url.endsWith("/order/check-sale")) {
      return booked.has(uuid) ? json(400, { id: "AlreadyProcessed" })() : json(200, {})()
    }
    bodies.push(body)
    const fault = course[bodies.length - 1]
    if (fault?.books !== false) booked.add(uuid)
    return fault === undefined ? json(200, { uuid })() : fault.answer()
  })
  let all: ReadonlyArray<Booking> = []
  const journal = await openJournal({
    ...transmission(call),
    store: await openBookingStore(new IDBFactory()),
    onChange: (bookings) => {
      all = bookings
    },
    now: () => 1_000
  })
  journal.setPresent(present)
  return { bodies, booked, journal, phase: () => all[0]?.phase }
}

/** Waits until the booking is in a phase, and acts as long as it is not. */
const until = async (phase: () => string | undefined, awaited: string, act: () => void = () => undefined) => {
  for (let turn = 0; turn < 5_000 && phase() !== awaited; turn++) {
    act()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.strictEqual(phase(), awaited)
}

const expectBookedOnce = async (course: ReadonlyArray<Fault>) => {
  const { bodies, booked, journal, phase } = await tillAt(course)
  await journal.add(wanted("one"))
  await until(phase, "booked", journal.hurry)
  assert.deepStrictEqual([...booked], ["one"])
  assert.strictEqual(bodies.length, course.length + 1)
  assert.strictEqual(new Set(bodies).size, 1)
}

describe("a booking that the till sends", () => {
  test.each(Object.keys(faults))(
    "is sent again as it was, and booked once, after %s",
    (name) => expectBookedOnce([faults[name]!])
  )

  test("is booked once whatever comes one after the other", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.values(faults)), { maxLength: 6 }), expectBookedOnce),
      { numRuns: 30 }
    ))

  test("is found out to be booked although the person gave it up", async () => {
    const { bodies, journal, phase } = await tillAt([faults["the answer is lost"]!])
    // Given up while the answer is lost: the second attempt is never made.
    await journal.add(wanted("one"))
    await until(phase, "unknown")
    await journal.stop("one")
    await until(phase, "booked", journal.hurry)
    assert.lengthOf(bodies, 1)
  })

  test("is not taken for one that the server lacks when a page answers in its place", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(page(200)()))
    assert.strictEqual(await transmission(call).check(draft(wanted("one"), "drafted", 0)), "unclear")
  })

  test("is refused by the answer of the server alone", async () => {
    const refused = { books: false, answer: json(400, { id: "NotEnoughFunds" }) }
    const { bodies, booked, journal, phase } = await tillAt([refused])
    await journal.add(wanted("one"))
    await until(phase, "refused", journal.hurry)
    assert.deepStrictEqual([bodies.length, booked.size], [1, 0])
  })
})
