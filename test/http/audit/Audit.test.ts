import { assert, layer } from "@effect/vitest"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { administrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { everyTable } from "../../support/everyTable.ts"
import { Festival } from "../../support/Festival.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { inProcess } from "../calls/InProcess.ts"
import { everyOfficeCall, officeCalls } from "../calls/OfficeCalls.ts"
import { everyTerminalCall, terminalChanges } from "../calls/TerminalCalls.ts"
import type { Answered, Sender, ValidCall } from "../calls/ValidCall.ts"

/** Calls of the terminal API that change nothing. Calls below `/order` book, or preview a booking. */
const terminalReads = [
  "POST /customer/find-by-pin",
  "POST /mgmtrevenue-stats",
  "POST /user-info",
  "POST /user/check-login"
]

interface Entry {
  readonly log_type: string
  readonly node_id: bigint
  readonly originating_user_id: bigint | null
  readonly originating_terminal_id: bigint | null
  readonly content: string
}

/** The audit entries that a call adds. */
const entriesOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [last] = yield* sql<{ id: bigint }>`select coalesce(max(id), 0)::bigint as id from audit_log`
    const answer = yield* call
    const entries = yield* sql<Entry>`select log_type, node_id, originating_user_id, originating_terminal_id,
      content::text as content from audit_log where id > ${last!.id} order by id`
    return { answer, entries }
  })

/** Runs a call while no entry can be written; returns the tables that it changed all the same. */
const untold = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const before = yield* everyTable
    yield* sql`create trigger untold before insert on audit_log for each row execute function refuse_change()`
    const answer = yield* call
    yield* sql`drop trigger untold on audit_log`
    const after = yield* everyTable
    return { answer, changed: Object.keys(after).filter((table) => after[table] !== before[table]) }
  })

/** Fields that open something, which must never be in an entry. */
const secretFields =
  /"(?:\w*password|\w*pin|pin|key\d|\w*api_key|\w*secret|token|registration_uuid|session_uuid)":"([^"]{4,})"/g

const secretsIn = (text: string) =>
  Array.from(text.matchAll(secretFields), ([, secret]) => secret!).filter((secret) => !/^\*+$/.test(secret))

/** Fields with money, and their numbers as written. */
const amountFields = /"(\w*(?:amount|balance|price|total)\w*|variable_in_euro)":(-?[\d.]+)/g

/** Amounts that differ from those of the same name in the request or answer. */
const otherAmounts = (entry: string, wire: string) => {
  const pairs = (text: string) => Array.from(text.matchAll(amountFields), ([, name, amount]) => ({ name, amount }))
  const shown = pairs(wire)
  return pairs(entry).filter(({ amount, name }) => {
    const same = shown.filter((field) => field.name === name)
    return same.length > 0 && !same.some((field) => Number(field.amount) === Number(amount))
  })
}

interface Logged {
  readonly name: string
  readonly call: ValidCall
  readonly send: (sender: Sender) => Effect.Effect<Answered>
  readonly sender: Sender
  /** `undefined` when the call itself writes the entry. */
  readonly userId: number | null | undefined
  readonly terminalId: number | null
}

/** Entries about what an object is after a change: the same change once more has none. */
const aboutState = /_(?:updated|linked|unlinked|disabled|ended|logged_out|prevention_changed|to_terminal_changed)$/

/** Calls that change something each time: a new code, and secrets that are given anew. */
const changingAgain = [
  "POST /terminal/{terminal_id}/new-code",
  "POST /tree/events/{node_id}/event-settings",
  "POST /tses/{tse_id}"
]

/** The faults of a change: of its entry, or of its effects when no entry can be written. */
const judge = Effect.fnUntraced(function*({ call, name, send, sender, terminalId, userId }: Logged) {
  const { event } = yield* Festival
  const wrong: Array<string> = []
  const say = (what: string) => void wrong.push(`${name}: ${what}`)
  if (call.audit !== undefined) {
    const { answer, changed } = yield* untold(send(sender))
    if (answer.status !== 500) say(`answers ${answer.status} when its entry can't be written`)
    if (changed.length > 0) say(`changes ${changed.join(", ")} though its entry can't be written`)
  }
  const { answer, entries } = yield* entriesOf(send(sender))
  if (answer.status >= 300) say(`${answer.status} ${answer.text.slice(0, 200)}`)
  const types = entries.map((entry) => entry.log_type)
  if (types.join(" ") !== (call.audit ?? "")) say(`logs "${types.join(" ")}" instead of "${call.audit ?? ""}"`)
  for (const entry of entries) {
    const numberOf = (id: bigint | null) => id === null ? null : Number(id)
    const user = numberOf(entry.originating_user_id)
    const terminal = numberOf(entry.originating_terminal_id)
    const node = Number(entry.node_id)
    if (userId !== undefined && user !== userId) say(`names user ${user} instead of ${userId}`)
    if (terminal !== terminalId) say(`names terminal ${terminal} instead of ${terminalId}`)
    if (node !== (call.auditNode ?? event)) say(`is kept at ${node} instead of ${call.auditNode ?? event}`)
    const wire = JSON.stringify(call.body, replaceBigInt) + answer.text
    for (const { amount, name: field } of otherAmounts(entry.content.replaceAll(": ", ":"), wire)) {
      say(`logs ${field} as ${amount}`)
    }
    for (const secret of secretsIn(wire)) {
      if (entry.content.includes(secret)) say(`logs a secret: ${entry.content}`)
    }
  }
  if (call.audit !== undefined && aboutState.test(call.audit) && !changingAgain.includes(name)) {
    const again = (yield* entriesOf(send(sender))).entries.map((entry) => entry.log_type)
    if (again.length > 0) say(`logs "${again.join(" ")}" when it is sent again and changes nothing`)
  }
  return wrong
})

const replaceBigInt = (_: string, value: unknown) => typeof value === "bigint" ? String(value) : value

/** The user of a session token. */
const userOf = Effect.fnUntraced(function*(token: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: bigint }>`
    select user_id as id from user_session where token_hash = ${hashToken(token)}`
  return Number(row!.id)
})

// The calls fail while no entry can be written, and each failure would be logged.
const withoutLog = Layer.merge(Festival.layer, Logger.layer([]))

layer(withoutLog, { excludeTestServices: true })("the audit log", (it) => {
  it.effect(
    "logs every change in the office once, in its transaction and without secrets",
    () =>
      Effect.gen(function*() {
        const { address, event } = yield* Festival
        const ask = yield* inProcess
        const { login, password } = administrator
        const signIn = caller(`${address}/administration`, null)("POST", "/auth/login", {
          username: login,
          password,
          node_id: null
        })
        const mine = String((done(yield* signIn).body.success as Body).token)
        const calls = yield* officeCalls
        const wrong: Array<string> = []
        for (const [name, make] of Object.entries(calls)) {
          const call = yield* make
          const token = call.token ?? mine
          wrong.push(
            ...(yield* judge({
              name,
              call,
              send: (sender) => ask("administration", everyOfficeCall.get(name)!, call, sender),
              sender: { token, node: call.node ?? event },
              userId: name.endsWith("login") ? undefined : yield* userOf(token),
              terminalId: null
            }))
          )
        }
        assert.deepStrictEqual(wrong, [])
      })
  )

  it.effect("says nothing of settings that are saved as they were answered, and of a secret only if it is given anew", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const settings = `/tree/events/${event}/event-settings`
      done(yield* admin("POST", settings, { ...eventSettings, sumup_api_key: "a key of the festival" }))
      const answered = done(yield* admin("GET", `/tree/events/${event}/settings`)).body
      const saved = (changed: Body) =>
        Effect.map(
          entriesOf(Effect.map(admin("POST", settings, { ...answered, ...changed }), done)),
          ({ entries }) => entries.map((entry) => entry.log_type)
        )
      assert.deepStrictEqual(yield* saved({}), [])
      assert.deepStrictEqual(yield* saved({ sumup_api_key: "another key of the festival" }), ["event_updated"])
      assert.deepStrictEqual(yield* saved({ bon_title: "Another title" }), ["event_updated"])
    }))

  it.effect(
    "logs every change at a terminal once, in its transaction and without secrets",
    () =>
      Effect.gen(function*() {
        const { event } = yield* Festival
        const ask = yield* inProcess
        const calls = yield* terminalChanges
        const others = [...everyTerminalCall.keys()].filter((name) => !/^GET |^POST \/order\//.test(name))
        assert.sameMembers(others, [...Object.keys(calls), ...terminalReads])
        const wrong: Array<string> = []
        for (const [name, make] of Object.entries(calls)) {
          const call = yield* make
          const send = (sender: Sender) => ask("terminal", everyTerminalCall.get(name)!, call, sender)
          const { terminalId, token, userId } = call
          wrong.push(
            ...(yield* judge({ name, call, send, sender: { token: token || null, node: event }, userId, terminalId }))
          )
        }
        assert.deepStrictEqual(wrong, [])
      })
  )
})
