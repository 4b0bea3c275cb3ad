import { assert, describe, it } from "@effect/vitest"
import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import type { Printing } from "@wristbank/core/fiscal/DrawingThread"
import { BonConfig } from "@wristbank/core/fiscal/Receipt"
import { drawReceipt, type PrintedReceipt } from "@wristbank/core/fiscal/ReceiptPdf"
import { ReceiptPrinter } from "@wristbank/core/fiscal/ReceiptPrinter"
import { sheetOf } from "@wristbank/core/fiscal/ReceiptSheet"
import { testReceipt } from "@wristbank/core/fiscal/TestReceipt"
import { Cause, DateTime, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

const bon = testReceipt({
  eventId: 7n,
  uuid: "u",
  bookedAt: DateTime.makeUnsafe("2026-11-20T18:07:51Z"),
  config: new BonConfig({ title: "Fest", issuer: "Club", address: "Am See 1", ust_id: "" }),
  currency: "EUR"
})
const sheet = sheetOf(bon, "Europe/Berlin", "de")
const receipt = (heading: string): PrintedReceipt => ({
  sheet: { ...sheet, heading },
  bookedAt: new Date(0),
  logo: null
})

/** By the clock of the test, which stands still unless adjusted. */
const printing: Printing = {
  script: new URL("./PrinterThread.ts", import.meta.url),
  places: 3,
  timeout: "20 seconds",
  idle: "1 minute",
  memory: 256
}
const withThread = Effect.provide(ReceiptPrinter.layerOf(printing))

const print = Effect.fnUntraced(function*(heading: string) {
  const printer = yield* ReceiptPrinter
  return new TextDecoder().decode(yield* printer.pdf(receipt(heading)))
})

/** Lets all fibers go on that don't wait for the clock. */
const settle = Effect.promise(() => new Promise((done) => setImmediate(done)))

describe("the thread that draws receipts", () => {
  it.live("draws what would be drawn without it", () =>
    Effect.gen(function*() {
      const printer = yield* ReceiptPrinter
      const logo = new TextEncoder().encode("no image")
      for (const printed of [receipt("Rechnung"), { ...receipt("Rechnung"), logo }]) {
        const { pdf } = yield* Effect.promise(() => drawReceipt(printed))
        assert.deepStrictEqual(yield* printer.pdf(printed), pdf)
      }
    }).pipe(Effect.provide(ReceiptPrinter.layer)))

  it.effect("draws one receipt after the other, each for whom it is", () =>
    Effect.gen(function*() {
      const drawn = yield* Effect.all([print("a"), print("b"), print("c")], { concurrency: "unbounded" })
      assert.deepStrictEqual(drawn, ["a 1", "b 2", "c 3"])
    }).pipe(withThread))

  it.effect("is replaced when it dies, and only the receipt it died of fails", () =>
    Effect.gen(function*() {
      for (const [heading, reason] of [["throws", "This can't be drawn"], ["ends", "has ended with 3"]] as const) {
        const [failed, drawn] = yield* Effect.all([Effect.exit(print(heading)), print("next")], {
          concurrency: "unbounded"
        })
        assert.isTrue(Exit.hasDies(failed))
        if (Exit.isFailure(failed)) assert.include(Cause.pretty(failed.cause), reason)
        assert.strictEqual(drawn, "next 1")
      }
    }).pipe(withThread))

  it.effect("is ended when it takes too long", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* print("a"), "a 1")
      const hanging = yield* Effect.forkChild(Effect.flip(print("hangs")))
      yield* settle
      yield* TestClock.adjust("20 seconds")
      assert.instanceOf(yield* Fiber.join(hanging), ServiceUnavailable)
      assert.strictEqual(yield* print("b"), "b 1")
    }).pipe(withThread))

  it.effect("has a limited number of receipts to draw", () =>
    Effect.gen(function*() {
      const hanging = yield* Effect.forkChild(Effect.flip(print("hangs")))
      yield* settle
      const waiting = yield* Effect.forkChild(Effect.all([print("a"), print("b")], { concurrency: "unbounded" }))
      yield* settle
      assert.instanceOf(yield* Effect.flip(print("c")), ServiceUnavailable)
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(hanging)
      assert.deepStrictEqual(yield* Fiber.join(waiting), ["a 1", "b 2"])
      assert.strictEqual(yield* print("c"), "c 3")
    }).pipe(withThread))

  it.effect("goes on for the others when someone leaves", () =>
    Effect.gen(function*() {
      const hanging = yield* Effect.forkChild(print("hangs"))
      yield* settle
      const leaving = yield* Effect.forkChild(print("left"))
      yield* settle
      yield* Effect.all([Fiber.interrupt(hanging), Fiber.interrupt(leaving)])
      const waiting = yield* Effect.forkChild(print("a"))
      yield* settle
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "a 2")
    }).pipe(withThread))

  it.effect("ends when no one wants a receipt for a while", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* print("a"), "a 1")
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* print("b"), "b 2")
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* print("c"), "c 1")
    }).pipe(withThread))
})
