import { assert, it } from "@effect/vitest"
import {
  afterFinish,
  afterStart,
  explain,
  giveUp,
  maxAttempts,
  messageOf,
  type Orphan,
  reactionTo,
  recover,
  type SigningJob,
  type SigningStep
} from "@wristbank/core/fiscal/Signature"
import { TseError, TseErrorKind } from "@wristbank/core/tse/TseDevice"
import { DateTime, Result } from "effect"
import fc from "fast-check"

const fault = (options: Partial<ConstructorParameters<typeof TseError>[0]> = {}) =>
  new TseError({
    kind: "device_defect",
    code: 8,
    text: "",
    outcomeKnown: true,
    scope: "device",
    retry: "later",
    ...options
  })

const job = (more: Partial<SigningJob> = {}): SigningJob => ({
  eventId: 1n,
  orderId: 1n,
  clientId: "1",
  attempts: 0,
  stage: "start_sent",
  processType: "Kassenbeleg-V1",
  processData: "",
  transaction: null,
  ...more
})

const at = DateTime.makeUnsafe(0)
const transaction = (number: bigint) => ({ number, counter: 1n, signature: new Uint8Array(), logTime: at })
const begun = job({ stage: "finish_sent", transaction: transaction(7n) })
const patient = { waitedSeconds: 0, limitSeconds: 10 }
const impatient = { waitedSeconds: 10, limitSeconds: 10 }

it("a start without an answer is requeued once", () => {
  const silent = Result.fail(fault({ kind: "timed_out", code: null, outcomeKnown: false }))
  assert.deepStrictEqual(afterStart(job(), silent, impatient), {
    kind: "requeue",
    orphan: { number: null, gone: false }
  })
  assert.deepInclude(afterStart(job({ attempts: 1 }), silent, patient), { kind: "failed", reason: "timeout" })
})

it("errors that pass are tried again until the order waited too long, others fail it at once", () => {
  const passing = Result.fail(fault())
  assert.deepStrictEqual(afterStart(job(), passing, patient), { kind: "requeue", orphan: null })
  assert.deepInclude(afterStart(job(), passing, impatient), { kind: "failed", reason: "device_error:8" })
  assert.deepInclude(afterStart(job({ attempts: maxAttempts }), passing, patient), { kind: "failed" })
  const refused = Result.fail(fault({ kind: "request_invalid", code: 4, scope: "order", retry: "never" }))
  assert.deepStrictEqual(afterFinish(begun, refused, false, patient), {
    kind: "failed",
    reason: "device_error:4",
    orphan: { number: 7n, gone: false }
  })
  assert.deepStrictEqual(afterFinish(begun, passing, false, patient), { kind: "resend" })
})

it("a device with too many open transactions fails no order until that waited too long, however often it is asked", () => {
  const error = fault({ kind: "transaction_limit", code: 21 })
  const full = Result.fail(error)
  const often = job({ attempts: maxAttempts + 1 })
  assert.deepStrictEqual(afterStart(often, full, patient), { kind: "requeue", orphan: null })
  assert.deepInclude(afterStart(often, full, impatient), { kind: "failed", reason: "device_error:21" })
  assert.strictEqual(reactionTo(error), "backOffStarts")
})

it("a transaction that the device does not know was finished before, unless its finish was never sent", () => {
  const unknown = Result.fail(fault({ kind: "transaction_unknown", code: 5017, scope: "order", retry: "never" }))
  assert.deepInclude(afterFinish(begun, unknown, true, patient), { kind: "failed", reason: "answer_lost" })
  assert.deepStrictEqual(afterFinish(begun, unknown, false, patient), {
    kind: "requeue",
    orphan: { number: 7n, gone: true }
  })
})

it("a new owner acts by the stage, so that no order is signed twice", () => {
  assert.deepStrictEqual(recover(job({ stage: "claimed" })), { kind: "requeue", orphan: null })
  assert.deepStrictEqual(recover(job()), { kind: "requeue", orphan: { number: null, gone: false } })
  assert.deepInclude(recover(job({ attempts: 1 })), { kind: "failed", reason: "restart" })
  assert.deepStrictEqual(recover(job({ stage: "started", transaction: transaction(7n) })), {
    kind: "finish",
    resent: false
  })
  assert.deepStrictEqual(recover(begun), { kind: "finish", resent: true })
  assert.deepInclude(giveUp(begun), { kind: "failed", reason: "answer_lost", orphan: { number: 7n, gone: false } })
  assert.deepInclude(giveUp(job({ stage: "claimed" })), { kind: "failed", reason: "outage", orphan: null })
})

it("the messages are those of the export", () => {
  assert.deepStrictEqual(
    (["timeout", "outage", "restart", "no_tse", "device_error:8"] as const).map(messageOf),
    [
      "TSE operation failed, timeout",
      "TSE did not react, signature timeout",
      "pending signature was not completed due to signature processor restart",
      "TSE failure, no active TSE available",
      "TSE answered with error 8"
    ]
  )
})

it("numbers between two known ones may be those of lost starts, and of other clients without any", () => {
  assert.deepStrictEqual(explain(4n, 5n, 0), { candidates: [], foreign: 0, backwards: false })
  assert.deepStrictEqual(explain(4n, 5n, 2), { candidates: [], foreign: 0, backwards: false })
  assert.deepStrictEqual(explain(4n, 6n, 1), { candidates: [5n], foreign: 0, backwards: false })
  assert.deepStrictEqual(explain(4n, 8n, 1), { candidates: [5n, 6n, 7n], foreign: 0, backwards: false })
  assert.deepStrictEqual(explain(4n, 8n, 0), { candidates: [], foreign: 3, backwards: false })
  assert.deepStrictEqual(explain(0n, 101n, 1).foreign, 36)
  assert.deepStrictEqual(explain(null, 9n, 2), { candidates: [7n, 8n], foreign: 0, backwards: false })
  assert.deepStrictEqual(explain(null, 1n, 1), { candidates: [], foreign: 0, backwards: false })
  assert.isTrue(explain(9n, 1n, 1).backwards)
})

/** A device that may lose commands and answers, forget all, refuse, and be asked by an owner that dies at any moment. */
class ModelDevice {
  open = new Map<bigint, bigint>()
  numbers = 0n
  readonly signed = new Map<bigint, ReadonlyArray<bigint>>()

  start(order: bigint) {
    this.open.set(++this.numbers, order)
    return transaction(this.numbers)
  }

  /** Finishes an order's own transaction, or aborts it. */
  finish(number: bigint, order: bigint | null) {
    if (!this.open.has(number)) return undefined
    this.open.delete(number)
    if (order !== null) this.signed.set(order, [...this.signed.get(order) ?? [], number])
    return transaction(number)
  }
}

type Meeting = "fine" | "lost" | "silent" | "refused" | "crash_before" | "crash_after" | "forgets"

const meetings = fc.array(
  fc.constantFrom<Meeting>("fine", "fine", "lost", "silent", "refused", "crash_before", "crash_after", "forgets"),
  { maxLength: 60 }
)
const errors = fc.constantFrom(...TseErrorKind.literals).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    scope: fc.constantFrom("order" as const, "client" as const, "device" as const),
    retry: fc.constantFrom("now" as const, "later" as const, "never" as const)
  })
).filter(({ kind }) => kind !== "transaction_unknown")

const silent = fault({ kind: "timed_out", code: null, outcomeKnown: false })
const notKnown = fault({ kind: "transaction_unknown", code: 5017, scope: "order", retry: "never" })

/** Signs orders one after the other as the worker does, with a stored row that survives crashes; returns how each ended. */
const signAll = (orders: number, meets: ReadonlyArray<Meeting>, refusal: TseError, limit: number) => {
  const device = new ModelDevice()
  const fate = [...meets]
  const ended = new Map<bigint, { readonly step: SigningStep; readonly number: bigint | null }>()
  const orphans: Array<Orphan> = []
  let steps = 0

  /** Asks the device; `crash`: the owner dies before it has the answer. */
  const ask = <A>(act: () => A | undefined): Result.Result<A, TseError> | "crash" => {
    const met = fate.shift() ?? "fine"
    if (met === "forgets") device.open.clear()
    if (met === "crash_before") return "crash"
    if (met === "lost") return Result.fail(silent)
    if (met === "refused") return Result.fail(refusal)
    const answer = act()
    if (met === "crash_after") return "crash"
    if (met === "silent") return Result.fail(silent)
    return answer === undefined ? Result.fail(notKnown) : Result.succeed(answer)
  }

  for (let id = 1n; id <= BigInt(orders); id++) {
    let row: SigningJob | null = null
    let attempts = 0
    while (!ended.has(id)) {
      assert.isBelow(++steps, 5000, "an order is never settled")
      const wait = { waitedSeconds: steps / 4, limitSeconds: limit }
      const settle = (step: SigningStep) => {
        if (step.kind === "requeue") {
          attempts += row?.stage === "claimed" ? 0 : 1
          if (step.orphan !== null) orphans.push(step.orphan)
          row = null
        } else if (step.kind === "started") row = { ...row!, stage: "started", transaction: step.transaction }
        else if (step.kind !== "resend") {
          if (step.kind === "failed" && step.orphan !== null) orphans.push(step.orphan)
          ended.set(id, { step, number: row?.transaction?.number ?? null })
        }
      }
      const finish = (resent: boolean) => {
        row = { ...row!, stage: "finish_sent" }
        const { number } = row.transaction!
        const answer = ask(() => device.finish(number, id))
        if (answer !== "crash") settle(afterFinish(row, answer, resent, wait))
      }
      if (row === null) {
        row = job({ orderId: id, attempts, stage: "start_sent" })
        const answer = ask(() => device.start(id))
        if (answer !== "crash") settle(afterStart(row, answer, wait))
        continue
      }
      const pending: SigningJob = row
      if (wait.waitedSeconds >= limit && fate.length > 0) {
        settle(giveUp(pending))
        continue
      }
      const recovery = recover(pending)
      if (recovery.kind === "finish") finish(recovery.resent)
      else settle(recovery)
    }
  }
  return { device, ended, orphans }
}

it("whatever is lost, refused and killed, each order is signed once or has failed with a reason", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      meetings,
      errors,
      fc.constantFrom(2, 10, 1000),
      (orders, meets, error, limit) => {
        const { device, ended, orphans } = signAll(orders, meets, fault(error), limit)
        assert.strictEqual(ended.size, orders)
        for (const [order, { number, step }] of ended) {
          const signed = device.signed.get(order) ?? []
          assert.isAtMost(signed.length, 1)
          if (step.kind === "done") assert.deepStrictEqual<unknown>(signed, [number])
          else {
            assert.strictEqual(step.kind, "failed")
            if (step.kind !== "failed" || signed.length === 0) continue
            assert.strictEqual(step.reason, "answer_lost")
            assert.deepStrictEqual<unknown>(signed, [number])
          }
        }
        // Each open transaction is recorded, by its number or as a start without an answer.
        const unknown = orphans.filter((orphan) => orphan.number === null).length
        const named = new Set(orphans.map((orphan) => orphan.number))
        const loose = [...device.open.keys()].filter((number) => !named.has(number))
        assert.isAtMost(loose.length, unknown)
      }
    ),
    { numRuns: 2000 }
  )
})

it("an error that no retry fixes stops the device, one of an order concerns no other", () => {
  assert.strictEqual(reactionTo(fault({ kind: "credentials_wrong", code: 30, retry: "never" })), "stop")
  assert.strictEqual(reactionTo(fault({ kind: "certificate_expired", outcomeKnown: false, retry: "never" })), "stop")
  assert.strictEqual(reactionTo(fault({ kind: "timed_out", outcomeKnown: false })), "reconnect")
  assert.strictEqual(reactionTo(fault({ kind: "client_unknown", scope: "client", retry: "now" })), "register")
  assert.strictEqual(reactionTo(fault({ kind: "request_invalid", scope: "order", retry: "never" })), "goOn")
})
