import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { everyTable } from "../../support/everyTable.ts"
import { Festival } from "../../support/Festival.ts"
import type { Answered, ValidCall } from "./ValidCall.ts"

interface Entry {
  readonly log_type: string
  readonly node_id: bigint
  readonly originating_user_id: bigint | null
  readonly originating_terminal_id: bigint | null
  readonly content: string
}

/** The audit entries that a call adds. */
export const entriesOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [last] = yield* sql<{ id: bigint }>`select coalesce(max(id), 0)::bigint as id from audit_log`
    const answer = yield* call
    const entries = yield* sql<Entry>`select log_type, node_id, originating_user_id, originating_terminal_id,
      content::text as content from audit_log where id > ${last!.id} order by id`
    return { answer, entries }
  })

/** Runs calls; returns the tables that they changed. */
export const changedBy = <A, E, R>(calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* everyTable
    const answer = yield* calls
    const after = yield* everyTable
    return { answer, changed: Object.keys(after).filter((table) => after[table] !== before[table]) }
  })

/** Runs a call while no entry can be written. */
const unlogged = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create trigger unlogged before insert on audit_log for each row execute function refuse_change()`
    const answer = yield* call
    yield* sql`drop trigger unlogged on audit_log`
    return answer
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

/** A call, and who sends it. */
interface Logged {
  readonly name: string
  readonly call: ValidCall
  readonly send: Effect.Effect<Answered>
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

const replaceBigInt = (_: string, value: unknown) => typeof value === "bigint" ? String(value) : value

/** The faults of an entry of a call. */
const faultsOf = (entry: Entry, { call, terminalId, userId }: Logged, answer: Answered, event: number) => {
  const faults: Array<string> = []
  const numberOf = (id: bigint | null) => id === null ? null : Number(id)
  const user = numberOf(entry.originating_user_id)
  const terminal = numberOf(entry.originating_terminal_id)
  const node = Number(entry.node_id)
  if (userId !== undefined && user !== userId) faults.push(`names user ${user} instead of ${userId}`)
  if (terminal !== terminalId) faults.push(`names terminal ${terminal} instead of ${terminalId}`)
  if (node !== (call.auditNode ?? event)) faults.push(`is kept at ${node} instead of ${call.auditNode ?? event}`)
  const wire = JSON.stringify(call.body, replaceBigInt) + answer.text
  for (const { amount, name } of otherAmounts(entry.content.replaceAll(": ", ":"), wire)) {
    faults.push(`logs ${name} as ${amount}`)
  }
  for (const secret of secretsIn(wire)) {
    if (entry.content.includes(secret)) faults.push(`logs a secret: ${entry.content}`)
  }
  return faults
}

/**
 * Sends a call and returns its answer, with the faults of its audit entry: the call must change nothing while no entry can be
 * written, and have one afterwards.
 */
export const sendLogged = Effect.fnUntraced(function*(logged: Logged) {
  const { call, name, send } = logged
  const { event } = yield* Festival
  const wrong: Array<string> = []
  const say = (what: string) => void wrong.push(`${name}: ${what}`)
  if (call.audit !== undefined) {
    const { answer, changed } = yield* changedBy(unlogged(send))
    if (answer.status !== 500) say(`answers ${answer.status} when its entry can't be written`)
    if (changed.length > 0) say(`changes ${changed.join(", ")} though its entry can't be written`)
  }
  const { answer, entries } = yield* entriesOf(send)
  if (answer.status >= 300) say(`${answer.status} ${answer.text.slice(0, 200)}`)
  const types = entries.map((entry) => entry.log_type)
  if (types.join(" ") !== (call.audit ?? "")) say(`logs "${types.join(" ")}" instead of "${call.audit ?? ""}"`)
  for (const entry of entries) faultsOf(entry, logged, answer, event).forEach(say)
  if (call.audit !== undefined && aboutState.test(call.audit) && !changingAgain.some((one) => name.endsWith(one))) {
    const again = yield* changedBy(entriesOf(send))
    const more = again.answer.entries.map((entry) => entry.log_type)
    if (more.length > 0) say(`logs "${more.join(" ")}" when it is sent again and changes nothing`)
    if (again.changed.length > 0) say(`changes ${again.changed.join(", ")} when it is sent again`)
  }
  return { answer, wrong }
})
