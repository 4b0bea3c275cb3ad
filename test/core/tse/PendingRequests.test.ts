import { assert, describe, it } from "@effect/vitest"
import * as PendingRequests from "@wristbank/core/tse/PendingRequests"
import * as TseFrame from "@wristbank/core/tse/TseFrame"
import fc from "fast-check"

interface Waiter {
  readonly command: { readonly name: string }
  readonly place: number
}

const names = ["PingPong", "StartTransaction", "FinishTransaction"]

/** Requests with these commands, none answered yet. */
const asked = (commands: ReadonlyArray<string>) =>
  commands.reduce<PendingRequests.PendingRequests<Waiter>>(
    (requests, name, place) => PendingRequests.issue(requests, { command: { name }, place })[1],
    PendingRequests.none()
  )

const ok = (PingPong: number, Command: string) => TseFrame.encode({ Command, Status: "ok", PingPong })

const reasonOf = (requests: PendingRequests.PendingRequests<Waiter>, message: string | Uint8Array) => {
  const [received, after] = PendingRequests.receive(requests, message)
  if (received._tag === "answered") return "answered"
  assert.strictEqual(after, requests)
  return received.reason
}

describe("an answer", () => {
  it("goes to who asked, whatever the order", () => {
    const requests = asked(names)
    const [second, after] = PendingRequests.receive(requests, ok(1, "StartTransaction"))
    const [first] = PendingRequests.receive(after, ok(0, "PingPong"))
    assert.deepInclude(second, { _tag: "answered", waiter: { command: { name: "StartTransaction" }, place: 1 } })
    assert.deepInclude(first, { _tag: "answered", waiter: { command: { name: "PingPong" }, place: 0 } })
  })

  it("that comes twice is taken once", () => {
    const [, after] = PendingRequests.receive(asked(names), ok(2, "FinishTransaction"))
    assert.strictEqual(reasonOf(after, ok(2, "FinishTransaction")), "request_id")
  })

  it("that comes when no one waits any more is ignored", () =>
    assert.strictEqual(reasonOf(PendingRequests.forget(asked(names), 1), ok(1, "StartTransaction")), "request_id"))

  it("to another command than the one of its id is no answer", () => {
    assert.strictEqual(reasonOf(asked(names), ok(1, "FinishTransaction")), "command")
    assert.strictEqual(reasonOf(asked(names), TseFrame.encode({ Status: "ok", PingPong: 1 })), "command")
  })

  it("that refuses may leave out the command", () =>
    assert.strictEqual(reasonOf(asked(names), TseFrame.encode({ Status: "error", PingPong: 1 })), "answered"))

  it("is told from events and from junk", () => {
    const requests = asked(names)
    assert.strictEqual(reasonOf(requests, TseFrame.encode({ event: "TSE_REMOVED" })), "event")
    assert.strictEqual(reasonOf(requests, ok(7, "PingPong")), "request_id")
    assert.strictEqual(
      reasonOf(requests, TseFrame.encode({ Status: "ok", PingPong: "0", Command: "PingPong" })),
      "answer"
    )
    assert.strictEqual(reasonOf(requests, TseFrame.encode({ Status: "fine", PingPong: 0 })), "answer")
    assert.strictEqual(reasonOf(requests, "{\"PingPong\":0}"), "framing")
    assert.strictEqual(reasonOf(requests, "\u0002{\u0003\n"), "json")
    assert.strictEqual(reasonOf(requests, "\u0002[]\u0003\n"), "object")
    assert.strictEqual(reasonOf(requests, new TextEncoder().encode(ok(0, "PingPong"))), "binary")
  })
})

const junk = fc.oneof(
  fc.string(),
  fc.uint8Array(),
  fc.json().map((text) => `\u0002${text}\u0003\n`),
  fc.record({
    PingPong: fc.oneof(fc.integer({ min: -1, max: 6 }), fc.jsonValue({ maxDepth: 1 })),
    Status: fc.constantFrom("ok", "error", "", null),
    Command: fc.constantFrom(...names, "Nope", null),
    Code: fc.constantFrom(30, "30", null, 1.5)
  }, { requiredKeys: [], noNullPrototype: true }).map((fields) => `\u0002${fc.stringify(fields)}\u0003\n`),
  fc.tuple(fc.nat(6), fc.constantFrom(...names)).map(([id, name]) => ok(id, name))
)

it("whatever a device sends, each request is answered once at most, by an answer to its command", () =>
  fc.assert(fc.property(fc.array(fc.constantFrom(...names), { maxLength: 6 }), fc.array(junk), (commands, messages) => {
    let requests = asked(commands)
    const answered: Array<number> = []
    for (const message of messages) {
      const [received, after] = PendingRequests.receive(requests, message)
      requests = after
      if (received._tag === "ignored") continue
      answered.push(received.waiter.place)
      assert.strictEqual(received.answer.PingPong, received.waiter.place)
      assert.include([undefined, commands[received.waiter.place]], received.answer.Command)
    }
    assert.lengthOf(new Set(answered), answered.length)
    assert.strictEqual(requests.waiting.size, commands.length - answered.length)
    assert.strictEqual(requests.next, commands.length)
  })))
