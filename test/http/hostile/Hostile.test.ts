import { assert, layer } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { bankData } from "../../support/FestivalPortal.ts"
import { caller, done } from "../../support/FestivalServer.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { servedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { type Answered, checkAnswer } from "./Answers.ts"
import { hostileFestival } from "./HostileFestival.ts"
import { type Draw, drawFrom, pick } from "./HostileJson.ts"
import { callsOf, type Described, type Known, type Request, request, wellFormed } from "./Requests.ts"

/** The seed of the draws; set by `HOSTILE_SEED`, to repeat a failed run. */
const seed = Number(process.env.HOSTILE_SEED ?? 20_250_601)

/** Requests to each call; set by `HOSTILE_REQUESTS`. */
const requestsPerCall = Number(process.env.HOSTILE_REQUESTS ?? 1)

/** Requests to each call that would be valid; the body of the first is cut off. */
const soundPerCall = 2

/** Repeats a request, as a terminal does, while others lock what it needs: all requests to a call use the same few tags. */
const send = async (
  address: string,
  sent: Request,
  authorization: string | undefined,
  retries = 50
): Promise<Answered> => {
  const answered = await sendOnce(address, sent, authorization)
  return answered.status === 503 && retries > 0 ? send(address, sent, authorization, retries - 1) : answered
}

const sendOnce = async (
  address: string,
  { body, contentType, method, path }: Request,
  authorization: string | undefined
) => {
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...(authorization === undefined ? {} : { authorization })
    },
    body: body === undefined ? null : new Blob([Uint8Array.from(body)])
  })
  const text = await response.text()
  const answered: Answered = {
    status: response.status,
    text,
    contentType: response.headers.get("content-type") ?? ""
  }
  return answered
}

/** All orders and balances. */
const fingerprint = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ ledger: string }>`select md5(concat(
    (select string_agg(ordr::text, '|' order by id) from ordr),
    (select string_agg(line_item::text, '|' order by order_id, item_id) from line_item),
    (select string_agg(posting::text, '|' order by id) from posting),
    (select string_agg(concat(id, ' ', balance, ' ', vouchers), '|' order by id) from account where balance <> 0 or vouchers <> 0)
  )) as ledger`
  return row!.ledger
})

const garbage = [
  "Bearer",
  "Bearer ",
  "Bearer garbage",
  "Basic YTpi",
  `Bearer ${"x".repeat(4_000)}`,
  "Bearer a b",
  "bearer %00"
]

/** Sends requests to every call of an API in turn; counts the statuses of each call. */
const fire = Effect.fnUntraced(function*(options: {
  readonly address: string
  readonly calls: ReadonlyArray<Described>
  readonly knownFor: (call: Described) => Known
  /** A token that is valid for the call. */
  readonly tokenFor: (call: Described) => string
  /** Tokens of other APIs. */
  readonly strangers: ReadonlyArray<string>
}) {
  const { address, calls, knownFor, strangers, tokenFor } = options
  const { event, holdings } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const statuses = new Map<string, Array<number>>()
  for (const described of calls) {
    const draw = drawFrom(seed ^ hashOf(described.call))
    const before = yield* fingerprint
    const token = tokenFor(described)
    // Every call gets a valid request, and one whose body is cut off.
    const sound = Array.from({ length: soundPerCall }, () => wellFormed(described, knownFor(described), draw))
    const certain = sound.map((one, n) => ({
      request: n === 0 ? { ...one, body: one.body?.subarray(0, 1) } : one,
      authorization: `Bearer ${token}`
    }))
    const random = Array.from({ length: requestsPerCall }, () => ({
      request: request(draw, described, knownFor(described)),
      authorization: authorizationOf(draw, token, strangers)
    }))
    const requests = [...certain, ...random]
    const answers = yield* Effect.forEach(
      requests,
      (one) =>
        // Among that many unknown tokens a valid one gets 503 until it is known; a terminal repeats such calls by itself.
        Effect.repeat(Effect.promise(() => send(address, one.request, one.authorization)), {
          while: ({ status }) => status === 503 && one.authorization === `Bearer ${token}`,
          schedule: Schedule.spaced("50 millis")
        }),
      { concurrency: 4 }
    )
    for (const [n, answer] of answers.entries()) {
      explained(requests[n]!.request, answer, () => checkAnswer(answer, [token, ...strangers]))
    }
    statuses.set(described.call, answers.map(({ status }) => status))
    const refused = requests.filter((_, n) => answers[n]!.status >= 400).map((one) => one.request.uuid)
    const stored = yield* sql`select uuid from ordr where ${sql.in("uuid", refused)}`
    assert.deepStrictEqual(stored, [], `${described.call}: refused and booked`)
    const mayBook = described.method !== "GET" && answers.some(({ status }) => status < 300)
    if (!mayBook) assert.strictEqual(yield* fingerprint, before, `${described.call}: refused and changed the ledger`)
    yield* holdings
  }
  return { event, statuses }
})

/** FNV-1a: each call has a sequence of its own, which other calls don't change. */
const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5)

const authorizationOf = (draw: Draw, token: string, strangers: ReadonlyArray<string>): string | undefined => {
  switch (draw(10)) {
    case 0:
      return undefined
    case 1:
      return draw(2) === 0 ? pick(draw, garbage) : `Bearer ${pick(draw, strangers)}`
    default:
      return `Bearer ${token}`
  }
}

/** Names the request of a faulty answer. */
const explained = (
  { body, call, contentType, method, path }: Request,
  { status, text }: Answered,
  check: () => void
) => {
  try {
    check()
  } catch (error) {
    const sent = body === undefined ? "no body" : new TextDecoder().decode(body).slice(0, 2_000)
    throw new Error(
      `${call} (seed ${seed}): ${method} ${path.slice(0, 500)} ${contentType}\n${sent}\n→ ${status} ${
        text.slice(0, 1_000)
      }`,
      { cause: error }
    )
  }
}

/** Calls without any answer of the given statuses. */
const never = (statuses: ReadonlyMap<string, ReadonlyArray<number>>, reached: (status: number) => boolean) =>
  Array.from(statuses).filter(([, given]) => !given.some(reached)).map(([call]) => call)

const only = (statuses: ReadonlyMap<string, ReadonlyArray<number>>, calls: ReadonlyArray<Described>) =>
  new Map(calls.map(({ call }) => [call, statuses.get(call) ?? []]))

layer(Layer.provideMerge(Layer.effect(FestivalTickets, FestivalTickets.make), servedFestival), {
  excludeTestServices: true
})(`hostile requests (seed ${seed})`, (it) => {
  it.effect("are refused by every call without harm", () =>
    Effect.gen(function*() {
      const { festival, knownFor, knownInOffice, portal, sessionElsewhere, signIn, signInGuest, tokenAtTills } =
        yield* hostileFestival(Math.min(30, soundPerCall + requestsPerCall))
      const { address, bar } = festival
      const administration = yield* signIn
      // Calls that may end their own session come last, each with a session of its own.
      const isGoodbye = ({ method, path }: Described) =>
        /^\/auth\/log-?out|^\/tag\/block/.test(path) || method === "DELETE" && /^(\/auth)?\/sessions(\/|$)/.test(path)
      // Two of them end all other sessions of their guest or user.
      const endsOthers = ["customer DELETE /sessions", "administration DELETE /auth/sessions"]
      const turnOf = (call: Described) => endsOthers.includes(call.call) ? 2 : Number(isGoodbye(call))
      const goodbyes = (calls: ReadonlyArray<Described>, newToken: typeof signInGuest) =>
        Effect.map(
          Effect.forEach(
            calls.filter(isGoodbye),
            ({ call }) => Effect.map(newToken, (token) => [call, token] as const)
          ),
          (tokens) => new Map(tokens)
        )
      const lastTokens = new Map([
        ...yield* goodbyes(callsOf(CustomerApi), signInGuest),
        ...yield* goodbyes(callsOf(AdministrationApi), signIn)
      ])
      // It ends all sessions of its guest, who is another one therefore.
      const { pin } = yield* festival.guest()
      const loser = yield* caller(`${address}/customer`, null)("POST", "/auth/login", { node_id: festival.event, pin })
      lastTokens.set("customer POST /tag/block", String(done(loser).body.access_token))
      const terminal = yield* fire({
        address: `${address}/terminal`,
        calls: callsOf(TerminalApi),
        knownFor,
        tokenFor: tokenAtTills,
        strangers: [administration, portal]
      })
      const atPortal = { base_url: "https://portal.example/", lang: "en", session_id: sessionElsewhere }
      const customer = yield* fire({
        address: `${address}/customer`,
        calls: callsOf(CustomerApi).toSorted((a, b) => turnOf(a) - turnOf(b)),
        knownFor: (call) => ({ ...knownFor(call), ...bankData, ...atPortal }),
        tokenFor: ({ call }) => lastTokens.get(call) ?? portal,
        strangers: [administration, bar.token]
      })
      const office = yield* fire({
        address: `${address}/administration`,
        calls: callsOf(AdministrationApi).toSorted((a, b) => turnOf(a) - turnOf(b)),
        knownFor: () => knownInOffice,
        tokenFor: ({ call }) => lastTokens.get(call) ?? administration,
        strangers: [bar.token, portal]
      })
      const statuses = new Map([...terminal.statuses, ...customer.statuses, ...office.statuses])
      // Requests reached every call, each noticed bad bodies, and bookings were really tried.
      assert.deepStrictEqual(
        never(statuses, (status) => status !== 401),
        []
      )
      const withBody = [...callsOf(TerminalApi), ...callsOf(CustomerApi), ...callsOf(AdministrationApi)]
        .filter(({ body }) => body !== undefined)
      // Registered terminals get 400 in place of 422.
      const invalid = (status: number) => status === 422 || status === 400
      assert.deepStrictEqual(never(only(statuses, withBody), invalid), [])
      assert.deepStrictEqual(never(terminal.statuses, (status) => status < 300), ["terminal GET /media/button/{hash}"])
      // There are no files.
      assert.deepStrictEqual(never(customer.statuses, (status) => status < 300), ["customer GET /blob/{blob_id}"])
      const all = Array.from(statuses.values()).flat()
      const refused = all.filter((status) => status >= 400).length
      tell(
        `${counted(all.length)} requests to ${counted(statuses.size)} calls, ${
          counted(refused)
        } refused without a trace`
      )
    }), 600_000)
})
