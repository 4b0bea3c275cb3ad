import { assert, describe, it } from "@effect/vitest"
import * as Fault from "@wristbank/core/tse/DieboldNixdorfFault"
import * as TseCommand from "@wristbank/core/tse/TseCommand"
import { TseErrorKind } from "@wristbank/core/tse/TseDevice"
import { Schema } from "effect"
import fc from "fast-check"

const start = TseCommand.startTransaction("1000")
const finish = TseCommand.finishTransaction(1, "1000", "Kassenbeleg-V1", "")
const register = TseCommand.registerClient("1000")
const deregister = TseCommand.deregisterClient("1000")

/** Kind, what it harms and when to try again, of a code after a command. */
const met = (code: number, command = start) => {
  const { kind, retry, scope } = Fault.faultOf(command, code, "")
  return `${kind}/${scope}/${retry}`
}

const each = (codes: ReadonlyArray<number>, expected: string, command = start) => {
  for (const code of codes) assert.strictEqual(met(code, command), expected, `code ${code}`)
}

const down = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, n) => first - n)

describe("a code of the device", () => {
  it("that is our fault harms what was asked alone", () =>
    each(
      [1, 2, 3, 4, 9, 34, 35, -5004, -5005, -5007, -5008, ...down(-5024, -5034), -5037],
      "request_invalid/order/never"
    ))

  it("about the password ends the use of the device", () => {
    each([17, 18, 26, 27, 28, 29, 30, 31, -5022, -5023, -5035, -5036], "credentials_wrong/device/never")
    each([32, 33], "credentials_blocked/device/never")
  })

  it("about the device lets it be tried later, unless it is at its end", () => {
    each([5, 8, 13, 16, 20, -5001, -5002, ...down(-5012, -5016)], "device_defect/device/later")
    each([10, 11, 15, 40, 41, -5003], "busy/device/later")
    each([22], "signatures_used_up/device/never")
    each([-5020], "certificate_expired/device/never")
    each([-5021], "device_defect/device/never")
    each([14, -5018], "request_invalid/device/never")
    each([21], "transaction_limit/device/later")
    each([12], "self_test_due/device/now")
    each([-5019], "time_not_set/device/now")
  })

  it("about a till or a transaction leaves the others alone", () => {
    each([19], "client_unknown/client/now")
    each([23], "client_limit/client/later", register)
    each([21], "client_limit/client/later", register)
    each([4], "request_invalid/client/never", register)
    each([1337], "client_exists/client/never", register)
    each([1337], "request_invalid/client/never", deregister)
    each([5], "client_unknown/client/never", deregister)
    each([24, 25], "client_unfinished/client/later", deregister)
    each([5017, -5017, -5006], "transaction_unknown/order/never", finish)
    each([-5009, -5010, -5011], "device_defect/order/later")
  })

  it("that no one knows harms the device if it was to sign, else the command", () => {
    each([4711, -1], "unknown/device/later", finish)
    each([4711, -1], "unknown/order/never", register)
  })
})

it("after a fault the outcome is known, unless the device may have signed all the same", () => {
  for (const code of [8, 19, 30, 5017, -5017, -5011, -5019, 4711]) {
    assert.isTrue(Fault.faultOf(finish, code, "").outcomeKnown, `${code}`)
  }
  for (const code of [-5001, -5002, -5020]) {
    assert.isFalse(Fault.faultOf(finish, code, "").outcomeKnown, `${code}`)
    assert.isTrue(Fault.faultOf(register, code, "").outcomeKnown, `${code}`)
  }
  assert.isFalse(Fault.timedOut(start).outcomeKnown)
  assert.isTrue(Fault.timedOut(TseCommand.pingPong).outcomeKnown)
  assert.isFalse(Fault.cutShort(Fault.unreachable("ended"), finish).outcomeKnown)
  assert.isTrue(Fault.cutShort(Fault.timedOut(finish)).outcomeKnown)
})

it("any answer becomes an error with words of a bearable length", () =>
  fc.assert(fc.property(fc.option(fc.integer()), fc.string({ maxLength: 1000 }), (code, words) => {
    const error = Fault.faultOf(start, code, words)
    assert.isTrue(Schema.is(TseErrorKind)(error.kind))
    assert.strictEqual(error.code, code)
    assert.isNotEmpty(error.message)
    assert.isAtMost(error.message.length, 240)
  })))
