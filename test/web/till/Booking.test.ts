import fc from "fast-check"
import { assert, describe, test } from "vitest"
import * as Booking from "../../../web/till/journal/Booking.ts"
import { noAnswer, refusal, wanted } from "./Wanted.ts"

/** A server that books a uuid once, and a network that may hold requests back for a while. */
class World {
  booking = Booking.draft(wanted("one"), "drafted", 0)
  /** Whether the server has booked it, and how often. */
  booked = 0
  /** Whether the server would book it now, or refuse it: before it looks for the uuid, or after. */
  mood: "books" | "refuses after" | "refuses before" = "books"
  /** Attempts that may still arrive, with the latest moment at which they may. */
  onTheWay: Array<number> = []
  now = 0

  /** What the server does with a request that arrives. */
  arrive(): Booking.Attempt {
    if (this.mood === "refuses before") return { ok: false, refusal: refusal(403, "AccessDenied") }
    if (this.booked > 0) return { ok: true, answer: "stored" }
    if (this.mood === "refuses after") return { ok: false, refusal: refusal(400, "NotEnoughFunds") }
    this.booked++
    return { ok: true, answer: "stored" }
  }

  apply(next: Booking.Booking | undefined) {
    if (next !== undefined) this.booking = next
  }

  check() {
    const { phase } = this.booking
    assert.isAtMost(this.booked, 1)
    if (phase === "booked") assert.strictEqual(this.booked, 1, "called booked, but is not")
    if (phase === "refused" || phase === "givenUp") {
      assert.strictEqual(this.booked, 0, `called ${phase}, but is booked`)
      assert.deepStrictEqual(this.onTheWay, [], `called ${phase}, but an attempt may still arrive`)
    }
  }
}

type Step = (world: World) => void

/** One attempt: the request is lost or arrives or stays on its way; the answer arrives or is lost. */
const attempt = (request: "arrives" | "lost" | "stays", answered: boolean): Step => (world) => {
  const claimed = Booking.claim(world.booking, world.now)
  if (claimed === undefined) return
  world.booking = claimed
  const answer = request === "arrives" ? world.arrive() : noAnswer
  if (request === "stays") world.onTheWay.push(world.now + Booking.longestDelivery)
  world.apply(Booking.attempted(world.booking, answered ? answer : noAnswer, world.now))
}

/** The page is closed in the middle of an attempt. */
const crash = (request: "arrives" | "lost" | "stays"): Step => (world) => {
  const claimed = Booking.claim(world.booking, world.now)
  if (claimed === undefined) return
  world.booking = claimed
  if (request === "arrives") world.arrive()
  if (request === "stays") world.onTheWay.push(world.now + Booking.longestDelivery)
  world.apply(Booking.abandoned(world.booking, world.now))
}

const late: Step = (world) => {
  if (world.onTheWay.shift() !== undefined) world.arrive()
}

const ask = (answered: boolean): Step => (world) => {
  const finding = !answered || world.mood === "refuses before" ? "unclear" : world.booked > 0 ? "booked" : "absent"
  world.apply(Booking.found(world.booking, finding, world.now))
}

const stop: Step = (world) => world.apply(Booking.stopped(world.booking, world.now))

/** Time passes; what was on its way for too long never arrives. */
const wait = (milliseconds: number): Step => (world) => {
  world.now += milliseconds
  world.onTheWay = world.onTheWay.filter((latest) => latest > world.now)
}

const become = (mood: World["mood"]): Step => (world) => {
  world.mood = mood
}

const requests = fc.constantFrom("arrives", "lost", "stays" as const)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(requests, fc.boolean()).map(([request, answered]) => attempt(request, answered)),
  requests.map(crash),
  fc.boolean().map(ask),
  fc.constant(stop),
  fc.constant(late),
  fc.integer({ min: 1, max: Booking.longestDelivery }).map(wait),
  fc.constant(wait(Booking.longestDelivery)),
  fc.constantFrom("books", "refuses after", "refuses before" as const).map(become)
)

describe("a booking of the journal", () => {
  test("is never called what it is not, whatever gets lost", () =>
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), fc.boolean(), (course, askable) => {
        const world = new World()
        world.booking = Booking.draft(wanted("one", { askable }), "drafted", 0)
        for (const step of course) {
          const before = world.booking
          step(world)
          world.check()
          if (Booking.isFinal(before)) assert.strictEqual(world.booking, before, "a final booking has changed")
          assert.strictEqual(world.booking.body, before.body)
          if (before.stopping) assert.isUndefined(Booking.claim(before, 0), "sent although it was given up")
        }
      }),
      { numRuns: 3_000 }
    ))

  test("ends once the network and the server are well", () =>
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (course) => {
        const world = new World()
        for (const step of course) step(world)
        world.mood = "books"
        wait(2 * Booking.longestDelivery)(world)
        attempt("arrives", true)(world)
        ask(true)(world)
        assert.isTrue(Booking.isFinal(world.booking))
        world.check()
      })
    ))
})

test("a refusal that comes before the server looks for the uuid says nothing about earlier attempts", () => {
  const lost = Booking.abandoned(Booking.claim(Booking.draft(wanted("one"), "drafted", 0), 0)!, 0)!
  const again = Booking.claim(lost, 1)!
  const phaseAfter = (id: string, status: number) => {
    const after = Booking.attempted(again, { ok: false, refusal: refusal(status, id) }, 2)!
    return `${after.phase}${after.stopping ? ", asks" : ""}`
  }
  assert.strictEqual(phaseAfter("Unauthorized", 401), "unknown")
  assert.strictEqual(phaseAfter("NodeIsReadOnly", 400), "unknown")
  assert.strictEqual(phaseAfter("", 403), "unknown")
  assert.strictEqual(phaseAfter("NotEnoughFunds", 400), "unknown, asks")
  assert.strictEqual(phaseAfter("AlreadyProcessed", 400), "booked")
})

test("a registration for a card payment that is refused ends the booking while it waits for its card, not later", () => {
  const changed = refusal(400, "InvalidArgument")
  const waiting = Booking.draft(wanted("one", { byCard: true }), "card", 0)
  assert.deepInclude(Booking.unregistered(waiting, changed, 1), { phase: "refused", refusal: changed, settledAt: 1 })
  assert.isUndefined(Booking.unregistered(Booking.paid(waiting)!, changed, 1))
})
