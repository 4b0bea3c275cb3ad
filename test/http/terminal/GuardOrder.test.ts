import { assert, layer } from "@effect/vitest"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Answer, caller, created, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import type { Method } from "../../support/ServedApi.ts"
import { Raw } from "../hostile/HostileJson.ts"
import { callsOf, type Described, type Known, type Request, wellFormed } from "../hostile/Requests.ts"

/** The requirements of a call besides the token. */
interface Needs {
  readonly till: boolean
  /** Any of them, in the active role. "all": a signed-in user with any role; none: no one needs to be signed in. */
  readonly privileges: ReadonlyArray<Privilege> | "all"
  readonly write: boolean
}

const needs = (till: boolean, privileges: Needs["privileges"], write: boolean): Needs => ({ till, privileges, write })

const look = needs(true, ["can_book_orders"], false)
const book = needs(true, ["can_book_orders"], true)
const carry = needs(true, ["cash_transport"], true)
const open = needs(false, [], false)
const withPerson = needs(false, "all", false)

const expected: Readonly<Record<string, Needs>> = {
  "GET /config": open,
  "GET /availability": open,
  "POST /availability": book,
  "GET /user": open,
  "POST /user/check-login": open,
  "POST /user/login": needs(false, [], true),
  "POST /user-info": withPerson,
  "GET /customer/{customer_tag_uid}": withPerson,
  "GET /customer/{customer_tag_uid}/orders": withPerson,
  "POST /customer/find-by-pin": withPerson,
  "POST /user/create-user": needs(false, ["create_user", "user_management"], true),
  "POST /user/update-user-roles": needs(false, ["user_management"], true),
  "POST /user/grant-free-ticket": needs(false, ["grant_free_tickets"], true),
  "POST /user/grant-vouchers": needs(false, ["grant_vouchers"], true),
  "POST /customer/switch_tag": needs(false, ["customer_management"], true),
  "GET /cash-register-stockings": needs(true, [], false),
  "GET /cash-registers": needs(true, ["node_administration", "cash_transport"], false),
  "POST /stock-up-cash-register": carry,
  "POST /change-cash-register-balance": carry,
  "POST /change-transport-register-balance": carry,
  "POST /transfer-cash-register": needs(true, ["can_book_orders", "cash_transport"], true),
  "POST /mgmtrevenue-stats": needs(true, ["view_node_stats"], false),
  "GET /order": look,
  "GET /order/{order_id}": look,
  "POST /order/{order_id}/cancel": book,
  "POST /order/check-sale": look,
  "POST /order/book-sale": book,
  "POST /order/register-pending-sale": book,
  "POST /order/cancel-pending-sale": book,
  "POST /order/check-topup": look,
  "POST /order/book-topup": book,
  "POST /order/register-pending-topup": book,
  "POST /order/cancel-pending-topup": book,
  "POST /order/check-payout": book,
  "POST /order/book-payout": book,
  "POST /order/check-ticket-scan": look,
  "POST /order/check-ticket-sale": look,
  "POST /order/book-ticket-sale": book,
  "POST /order/register-pending-ticket-sale": book,
  "POST /order/cancel-pending-ticket-sale": book
}

/** These need no token, or end the session that they are called with. */
const others = [
  "GET /health",
  "GET /health/ready",
  "GET /media/button/{hash}",
  "POST /auth/register_terminal",
  "POST /auth/logout_terminal",
  "POST /user/logout"
]

const calls = callsOf(TerminalApi).map((described) => ({ ...described, name: `${described.method} ${described.path}` }))

const send = (address: string, token: string | null, { body, method, path }: Request) =>
  caller(`${address}/terminal`, token)(
    method as Method,
    path,
    body === undefined ? undefined : new TextDecoder().decode(body)
  )

/** The refusals of the guard, with their statuses. */
const statuses = {
  TillRequired: 400,
  "till.nobody_signed_in": 403,
  "organisation.privilege_missing": 403,
  NodeIsReadOnly: 400
} as const
type Refusal = keyof typeof statuses

/** The first refusal in the order of checks; null when nothing forbids the call. */
const firstOf = (
  need: Needs,
  state: { readonly till: boolean; readonly privileges: ReadonlyArray<Privilege> | null; readonly archived: boolean }
): Refusal | null => {
  if (need.till && !state.till) return "TillRequired"
  const wanted = need.privileges
  if (wanted.length > 0 && state.privileges === null) return "till.nobody_signed_in"
  if (wanted !== "all" && wanted.length > 0 && !wanted.some((one) => state.privileges?.includes(one))) {
    return "organisation.privilege_missing"
  }
  return need.write && state.archived ? "NodeIsReadOnly" : null
}

const nameOf = ({ body }: Answer) => body?.rule ?? body?.id

const refusedWith = (name: string, answer: Answer, refusal: Refusal | null) => {
  if (refusal !== null) {
    return assert.deepStrictEqual([name, answer.status, nameOf(answer)], [name, statuses[refusal], refusal])
  }
  assert.notInclude(answer.text, "InvalidRequest", name)
  assert.notInclude([401, 422, 500, 503], answer.status, `${name} ${answer.text}`)
  assert.notProperty(statuses, String(nameOf(answer)), `${name} ${answer.text}`)
}

const setting = Effect.gen(function*() {
  const festival = yield* Festival
  const { admin, event, guest, tills } = festival
  const stage = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stage", description: "" }))
  const bystander: ReadonlyArray<Privilege> = ["terminal_login", "payout_management"]
  const everything: ReadonlyArray<Privilege> = [
    ...new Set(Object.values(expected).flatMap(({ privileges }) => privileges === "all" ? [] : privileges)),
    "terminal_login"
  ]
  const [weak, strong] = [yield* worker(bystander), yield* worker(everything)]
  const staffed = Effect.fnUntraced(function*(person: typeof weak | null, till: boolean) {
    const device = till ? yield* tills.open({ node: stage }) : yield* tills.device()
    if (till) yield* device.post("/user/logout")
    if (person !== null) done(yield* device.post("/user/login", login(person)))
    return device
  })
  const states = [
    { token: (yield* staffed(null, false)).token, till: false, privileges: null },
    { token: (yield* staffed(weak, false)).token, till: false, privileges: bystander },
    { token: (yield* staffed(strong, false)).token, till: false, privileges: everything },
    { token: (yield* staffed(null, true)).token, till: true, privileges: null },
    { token: (yield* staffed(weak, true)).token, till: true, privileges: bystander },
    { token: (yield* staffed(strong, true)).token, till: true, privileges: everything }
  ]
  const buyer = yield* guest()
  const known: Known = {
    customer_tag_uid: new Raw(String(buyer.uid)),
    hide_assigned: new Raw("true"),
    from_time: null,
    to_time: null,
    priced_at: null,
    shown_total: null,
    request_id: null,
    top_up_amount: 1,
    restriction: null,
    role_ids: new Raw("[]")
  }
  const sql = yield* SqlClient.SqlClient
  const archive = (read_only: boolean) =>
    Effect.andThen(
      sql`update node set read_only = ${read_only} where id in (${event}, ${stage})`,
      sql`update event set version = version + 1 where event_id = ${event}`
    )
  const requestTo = (described: Described, payment_method: string) =>
    wellFormed(described, { ...known, payment_method, amount: described.path.includes("payout") ? -1 : 2 })
  return { ...festival, archive, requestTo, states }
})

layer(Festival.layer, { excludeTestServices: true })("what a terminal's call needs", (it) => {
  it("is known of every call", () => {
    assert.sameMembers(calls.map(({ name }) => name), [...Object.keys(expected), ...others])
  })

  it.effect(
    "is looked at in one order: token, till, person and privilege, archived node",
    () =>
      Effect.gen(function*() {
        const { address, archive, requestTo, states } = yield* setting
        const asked = calls.flatMap((call) => {
          const need = expected[call.name]
          const methods = call.path.includes("register-pending") ? ["sumup", "cash"] : ["sumup"]
          return need === undefined ? [] : methods.map((payment_method) => ({
            name: call.name,
            need,
            request: requestTo(call, payment_method)
          }))
        })
        yield* archive(true)
        for (const { name, need, request: wanted } of asked) {
          const nameless = yield* untouched(send(address, null, wanted))
          assert.deepStrictEqual([name, nameless.status, Object.keys(nameless.body)], [name, 401, ["detail"]])
          const stranger = yield* untouched(send(address, "no token of ours", wanted))
          assert.deepStrictEqual([name, stranger.status, stranger.body.id], [name, 401, "Unauthorized"])
          for (const { token, ...state } of states) {
            const answer = yield* untouched(send(address, token, wanted))
            refusedWith(name, answer, firstOf(need, { ...state, archived: true }))
          }
        }
        yield* archive(false)
        for (const { name, need, request: wanted } of asked) {
          for (const { token, ...state } of states) {
            const refusal = firstOf(need, { ...state, archived: false })
            if (refusal === null && name === "POST /user/login") continue
            refusedWith(name, yield* send(address, token, wanted), refusal)
          }
        }
      })
  )

  it.effect("someone may always leave, and terminals be given up, at archived nodes too", () =>
    Effect.gen(function*() {
      const { admin, event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const till = yield* tills.open({ float: 20 })
      const other = yield* tills.open({ float: 20 })
      const third = yield* tills.open({ float: 20 })
      yield* sql`update node set read_only = true where id = ${event}`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      assert.strictEqual(done(yield* till.get("/user")).text, "null")
      assert.strictEqual((yield* till.post("/user/login", login(till.cashier))).body.id, "NodeIsReadOnly")
      const forced = yield* admin("POST", `/terminal/${other.terminalId}/force-logout-user?node_id=${event}`)
      assert.strictEqual(done(forced).text, "null")
      assert.strictEqual(done(yield* other.get("/user")).text, "null")
      assert.strictEqual((yield* third.post("/auth/logout_terminal")).status, 204)
      assert.strictEqual((yield* third.get("/user")).status, 401)
      const registers = yield* sql<{ cash_register_id: bigint | null }>`
        select cash_register_id from till where event_id = ${event} and id in (${till.id}, ${other.id}, ${third.id})`
      assert.deepStrictEqual(registers.map(({ cash_register_id }) => cash_register_id), [null, null, null])
      yield* sql`update node set read_only = false where id = ${event}`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
    }))
})
