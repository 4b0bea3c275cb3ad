import type { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import type { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest"
import type { Amount } from "../../../web/kit/Amount.ts"
import { type AnswerOf, type BodyOf, type Caller, callsTo } from "../../../web/kit/Call.ts"
import { type Chip, inPath } from "../../../web/kit/Chip.ts"

afterEach(() => vi.unstubAllGlobals())

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** Calls that get this answer, and what was sent. */
const answering = (response: () => Response, more: Partial<Caller> = {}) => {
  const sent: Array<Sent> = []
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve().then(response)
  })
  const caller: Caller = {
    base: "/api/terminal",
    token: () => "secret",
    language: () => "de",
    onSignedOut: () => undefined,
    ...more
  }
  return { sent, call: callsTo<typeof TerminalApi>(caller) }
}

const json = (body: unknown, status = 200, headers = {}) => () => Response.json(body, { status, headers })

describe("a call", () => {
  test("fills in path, query and body, with the token and the language", async () => {
    const { call, sent } = answering(json({ id: 7 }))
    const chip = inPath("4A2B3C4D5E6F80" as Chip)
    expect(await call("GET /customer/:customer_tag_uid", { params: { customer_tag_uid: chip } })).toEqual({
      ok: true,
      answer: { id: 7 }
    })
    expect(sent[0]?.url).toBe("/api/terminal/customer/20876686272655232")
    expect(sent[0]?.init.headers).toEqual({ "accept-language": "de", authorization: "Bearer secret" })
    await call("GET /cash-registers", { query: { hide_assigned: "false" } })
    expect(sent[1]?.url).toBe("/api/terminal/cash-registers?hide_assigned=false")
    await call("POST /order/book-payout", { body: { uuid: "u", customer_tag_uid: "0x10", amount: -5 as Amount } })
    expect(sent[2]?.init.body).toBe("{\"uuid\":\"u\",\"customer_tag_uid\":\"0x10\",\"amount\":-5}")
  })

  test("that is refused answers why, and never throws", async () => {
    const { call } = answering(json({ type: "service", id: "TagUnknown", message: "Nobody" }, 404))
    expect(await call("GET /config")).toMatchObject({
      ok: false,
      refusal: { status: 404, id: "TagUnknown", message: "Nobody" }
    })
  })

  test.each([
    ["no network", () => {
      throw new TypeError("fetch failed")
    }],
    ["an answer that breaks off", () => new Response("{\"id\":", { headers: { "content-type": "application/json" } })]
  ])("with %s is unreachable: nobody knows whether it was carried out", async (_, response) => {
    const { call } = answering(response)
    expect(await call("GET /config")).toMatchObject({ ok: false, refusal: { status: 0, id: "Unreachable" } })
  })

  test("with a token that the server no longer takes says which", async () => {
    const ended: Array<string> = []
    const { call } = answering(json({ id: "Unauthorized" }, 401), { onSignedOut: (token) => ended.push(token) })
    await call("GET /config")
    expect(ended).toEqual(["secret"])
  })

  test("without an answer body succeeds", async () => {
    const { call } = answering(() => new Response(null, { status: 204 }))
    expect(await call("POST /user/logout")).toEqual({ ok: true, answer: undefined })
  })
})

describe("the types of calls", () => {
  test("are those of the API definitions", () => {
    expectTypeOf<AnswerOf<typeof CustomerApi, "GET /customer">["balance"]>().toEqualTypeOf<Amount>()
    expectTypeOf<AnswerOf<typeof CustomerApi, "GET /customer">["id"]>().toEqualTypeOf<number>()
    expectTypeOf<AnswerOf<typeof CustomerApi, "GET /customer">["user_tag_uid_hex"]>().toEqualTypeOf<string | null>()
    expectTypeOf<AnswerOf<typeof CustomerApi, "GET /payout_info">["payout_date"]>().toEqualTypeOf<string | null>()
    expectTypeOf<BodyOf<typeof CustomerApi, "POST /sumup/create-checkout">>().toEqualTypeOf<
      { readonly amount: Amount }
    >()
    const { call } = answering(json({}))
    // A sum of numbers is no amount, a number is no chip, and nothing may be left out or made up.
    const refused = () => [
      // @ts-expect-error the result of + may have lost a cent
      call("POST /order/book-payout", { body: { uuid: "u", customer_tag_uid: "0x10", amount: 1 + 2 } }),
      // @ts-expect-error a chip number can exceed a JavaScript number
      call("POST /order/book-payout", { body: { uuid: "u", customer_tag_uid: 16, amount: 5 as Amount } }),
      // @ts-expect-error the body lacks the tag
      call("POST /order/book-payout", { body: { uuid: "u", amount: 5 as Amount } }),
      // @ts-expect-error there is no such call
      call("POST /order/book-sail", {}),
      // @ts-expect-error the path needs the order
      call("GET /order/:order_id")
    ]
    expect(refused).toBeTypeOf("function")
  })
})
