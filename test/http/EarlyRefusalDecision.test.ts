import { assert, describe, it } from "@effect/vitest"
import {
  officeNetwork,
  portalNetwork,
  receiptsByNumber,
  TooManyAttempts
} from "@wristbank/core/organisation/SignInLimit"
import { type CallerState, decide, type RefusalConditions } from "@wristbank/http/server/edge/EarlyRefusals"
import fc from "fast-check"

const refusables: ReadonlyArray<RefusalConditions> = [
  { guarded: true },
  { anonymous: true },
  { closedBy: officeNetwork, only: "without a device", office: true, anonymous: true },
  { closedBy: portalNetwork, only: "without a wristband" },
  { closedBy: receiptsByNumber, only: "without a token" }
]

const refusal = new TooManyAttempts({ retry_after_seconds: 60 })

interface Drawn {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  readonly isClosed: boolean
  readonly isOver: boolean
  readonly isFull: boolean
  readonly isUsedUp: boolean
  readonly isKnown: boolean
  readonly isDevice: boolean
  readonly isOfficeNetwork: boolean
}

const drawn = fc.record({
  authorization: fc.constantFrom(
    undefined,
    "",
    "Bearer",
    "Bearer  ",
    "Bearer some-token",
    "bearer some-token",
    "Basic xy"
  ),
  cookie: fc.constantFrom(undefined, "some-token"),
  isClosed: fc.boolean(),
  isOver: fc.boolean(),
  isFull: fc.boolean(),
  isUsedUp: fc.boolean(),
  isKnown: fc.boolean(),
  isDevice: fc.boolean(),
  isOfficeNetwork: fc.boolean()
})

const decided = (
  refusable: RefusalConditions,
  { authorization, cookie, isClosed, isDevice, isFull, isKnown, isOfficeNetwork, isOver, isUsedUp }: Drawn
) => {
  const known: CallerState = {
    closed: () => isClosed ? refusal : undefined,
    isOver,
    isFull,
    isUsedUp,
    isKnown: () => isKnown,
    isDevice: () => isDevice,
    isOfficeNetwork: () => isOfficeNetwork
  }
  return decide(refusable, { network: "192.0.2.1", authorization, cookie }, known)
}

describe("before a call is read", () => {
  it("no one is refused while nothing is closed, over or full", () =>
    fc.assert(fc.property(fc.constantFrom(...refusables), drawn, (refusable, call) => {
      assert.isUndefined(
        decided(refusable, { ...call, isClosed: false, isOver: false, isFull: false, isUsedUp: false })
      )
    })))

  it("who works with a token that is known is never refused, nor who shows none where one is needed", () =>
    fc.assert(fc.property(drawn, (call) => {
      const decision = decided({ guarded: true }, call)
      const shown = /^bearer some-token$/i.test(call.authorization ?? "") || call.cookie !== undefined
      assert.strictEqual(decision !== undefined, shown && !call.isKnown && (call.isOver || call.isFull))
    })))

  it("who shows no token waits while strangers have had their share, and no one else does", () =>
    fc.assert(fc.property(fc.constantFrom(...refusables), drawn, (refusable, call) => {
      const free = { ...call, isClosed: false, isOver: false, isFull: false }
      const decision = decided(refusable, free)
      const known = refusable.office === true && (call.isDevice || call.isOfficeNetwork)
      assert.strictEqual(decision !== undefined, call.isUsedUp && refusable.anonymous === true && !known)
    })))

  it("what is closed is refused as closed, even where the queue is full", () =>
    fc.assert(fc.property(drawn, (call) => {
      const decision = decided({ closedBy: officeNetwork, anonymous: true }, { ...call, isClosed: true })
      assert.strictEqual(decision?.error, refusal)
    })))

  it("a known device is not refused for what others at its address did", () =>
    fc.assert(fc.property(drawn, (call) => {
      const conditions = { closedBy: officeNetwork, only: "without a device", office: true, anonymous: true } as const
      assert.isUndefined(decided(conditions, { ...call, isDevice: true }))
    })))

  it("a guest is refused by the body alone, and someone with a token is not counted among strangers", () =>
    fc.assert(fc.property(drawn, (call) => {
      const atPortal = decided({ closedBy: portalNetwork, only: "without a wristband" }, { ...call, isClosed: true })
      assert.isTrue(atPortal?.applies?.("{\"pin\":\"A\",\"node_id\":1}"))
      assert.isFalse(atPortal?.applies?.("{\"pin\":\"A\",\"node_id\":1,\"user_tag_uid\":7}"))
      assert.isFalse(atPortal?.applies?.("{\"pin\":\"A\",\"node_id\":1,\"user\\u005ftag_uid\":7}"))
      const receipt = decided({ closedBy: receiptsByNumber, only: "without a token" }, { ...call, isClosed: true })
      assert.strictEqual(receipt !== undefined, call.authorization === undefined && call.cookie === undefined)
    })))
})
