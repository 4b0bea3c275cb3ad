import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { english } from "../../../web/kit/messages/english.ts"
import { isTemporary, refusalOf } from "../../../web/kit/Refusal.ts"
import { sentenceOf } from "../../../web/kit/Refused.tsx"

describe("refusals", () => {
  test("keep name, rule, sentence and numbers of the server", () => {
    const refusal = refusalOf(400, {
      type: "service",
      id: "NotEnoughFunds",
      rule: "order.funds",
      message: "Not enough",
      needed_fund: 6.5
    }, null)
    expect(refusal).toMatchObject({
      status: 400,
      id: "NotEnoughFunds",
      rule: "order.funds",
      message: "Not enough",
      fields: {}
    })
    expect(refusal.body["needed_fund"]).toBe(6.5)
    expect(sentenceOf(refusal, english)).toBe("Not enough")
  })

  test("put the mistakes of a 422 at their fields", () => {
    const detail = [
      { loc: ["body", "amount"], msg: "Expected an amount", type: "value_error" },
      { loc: ["body", "buttons", 2, "quantity"], msg: "Expected an integer", type: "value_error" }
    ]
    const refusal = refusalOf(422, { type: "service", id: "InvalidRequest", message: "…", detail }, null)
    expect(refusal.fields).toEqual({ amount: "Expected an amount", "buttons.2.quantity": "Expected an integer" })
    expect(sentenceOf(refusal, english)).toBe(english.refusedFields)
  })

  test("put each problem of a refusal that has several at its fields", () => {
    const problems = [
      { rule: "portal.iban_invalid", fields: ["iban"], message: "This is not an IBAN" },
      { rule: "portal.other", fields: ["email", "account_name"], message: "Missing" },
      { rule: "portal.nowhere", fields: [], message: "Elsewhere" }
    ]
    const { fields, message } = refusalOf(400, { id: "InvalidArgument", message: "All of it", problems }, null)
    expect(fields).toEqual({ iban: "This is not an IBAN", email: "Missing", account_name: "Missing" })
    expect(message).toBe("All of it")
  })

  test("say when to try again", () => {
    expect(refusalOf(429, { detail: "Slow down" }, "7")).toMatchObject({ retryAfterSeconds: 7, message: "Slow down" })
    expect(refusalOf(503, undefined, "Wed, 21 Oct 2026 07:28:00 GMT").retryAfterSeconds).toBeUndefined()
  })

  test("have a sentence for a person whatever a proxy answers", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 599 }),
        fc.jsonValue(),
        fc.option(fc.string(), { nil: null }),
        (status, body, after) => {
          const refusal = refusalOf(status, body, after)
          expect(sentenceOf(refusal, english)).not.toBe("")
          expect(isTemporary(refusal)).toBe(status === 429 || status >= 500)
        }
      )
    ))

  test("never show the text of a fault of the server", () => {
    expect(sentenceOf(refusalOf(500, { message: "select * from account" }, null), english)).toBe(english.refusedFailed)
  })
})
