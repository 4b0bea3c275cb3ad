import { assert } from "@effect/vitest"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { administrator } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { payer, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { counted, tell } from "../../support/Torture.ts"
import { callNode, callNodes } from "../matrix/CallNode.ts"
import { type Cell, cellsOf, drawn, homeOf, isAlwaysTried, nameOf } from "../matrix/Cells.ts"
import { agrees, idOf, type Outcome, outcomeOf, reads } from "../matrix/Expectation.ts"
import { guestCallers } from "../matrix/GuestCallers.ts"
import { officeCallers } from "../matrix/OfficeCallers.ts"
import { namedNeeds, type Operation, operations, type Part } from "../matrix/Operation.ts"
import { foreignTerminal, formerTerminals, tillCallers } from "../matrix/TillCallers.ts"
import { changedBy, sendLogged } from "./AuditEntry.ts"
import { exampleOf } from "./Example.ts"
import { inProcess } from "./InProcess.ts"
import { comparedExamples, type Examples } from "./StoredExamples.ts"
import type { TerminalChange } from "./TerminalCalls.ts"
import type { ValidCall } from "./ValidCall.ts"

/** The number of cells of which one is tried besides those of every run; 1 tries all. */
const every = Number(process.env.MATRIX_EVERY ?? 600)

/** Another seed draws other cells. */
const seed = Number(process.env.MATRIX_SEED ?? 1)

/** Only cells whose name matches, to examine one. */
const only = new RegExp(process.env.MATRIX_ONLY ?? "")

/** These end the session of their caller, or sign another user in. */
const endsSession = /logout|\/user\/login|\/auth\/sessions|\/tag\/block/

/** Operations of the terminal API that neither book nor change anything, though they are no GET. */
const isTerminalRead = ({ api, name }: Operation) =>
  api !== "terminal" || /^GET | \/order\//.test(name) || reads({ api, name }) || name === "POST /user/check-login"

/** The operations and callers of the festival, and how to call. */
const stage = Effect.fnUntraced(function*(parts: ReadonlyArray<Part>) {
  const { address, admin, bar, guest } = yield* Festival
  const ask = yield* inProcess
  const me = yield* payer(20)
  const all = yield* operations(me, parts)
  const nodes = yield* callNodes
  const tills = yield* tillCallers(nodes, namedNeeds("terminal"))
  const use = (secret: string) =>
    Effect.promise(() => fetch(`${address}/terminal/config`, { headers: { authorization: `Bearer ${secret}` } }))
  const callers = [
    ...(yield* officeCallers(nodes, namedNeeds("administration"))),
    ...tills,
    ...(yield* formerTerminals(tills.filter(({ name }) => name.endsWith(" at the event")), use)),
    yield* foreignTerminal,
    ...(yield* guestCallers(me.guest, yield* guest()))
  ]
  const { login: username, password } = administrator
  const signIn = admin("POST", "/auth/login", { username, password, node_id: null })
  const owner = callers.find(({ name }) => name === "the guest")!
  return {
    all,
    callers,
    // Texts that show data of the event: chips, products and the names of the objects of calls.
    marks: [String(me.guest.uid), String(bar.cashier.uid), "\"Beer\"", "Harbour"],
    nodes,
    owner,
    /** The token of the administrator, in a session that making calls does not end. */
    office: String((done(yield* signIn).body.success as Body).token),
    send: ({ api, described }: Operation, call: ValidCall, token: string | null, node: number) =>
      ask(api, described, call, { token, node })
  }
})
type Stage = Effect.Success<ReturnType<typeof stage>>

interface Tally {
  /** The number of all cells. */
  cells: number
  /** The tried cells, by expected outcome. */
  readonly tried: Map<Outcome, number>
  readonly wrong: Array<string>
  readonly examples: Examples
}

/** Restores a node as it was before it was archived. */
const openAgain = (id: number) =>
  SqlClient.SqlClient.use((sql) => sql`update node set read_only = false where id = ${id}`)

const tryCell = Effect.fnUntraced(function*({ marks, send }: Stage, { tried, wrong }: Tally, cell: Cell) {
  const { call, caller, node, operation, wanted } = cell
  const answer = yield* send(operation, call, caller.secret, node.id)
  if (endsSession.test(operation.name) && wanted === "through") yield* caller.restore
  if (operation.name.endsWith("/archive-node") && wanted === "through") yield* openAgain(node.id)
  tried.set(wanted, (tried.get(wanted) ?? 0) + 1)
  // A call that names them itself learns nothing by them.
  const sent = JSON.stringify(call.body ?? null, (_, value: unknown) => typeof value === "bigint" ? `${value}` : value)
  if (!agrees(wanted, operation, answer, marks.filter((mark) => !sent.includes(mark)))) {
    const { status, text } = answer
    wrong.push(`${nameOf(cell)}: ${wanted} is wanted, ${outcomeOf(answer)} it is, ${status} ${text.slice(0, 200)}`)
  }
})

/** The user of a session token of the office; undefined for other tokens. */
const userOf = Effect.fnUntraced(function*(token: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: bigint }>`
    select user_id as id from user_session where token_hash = ${hashToken(token)}`
  return row === undefined ? undefined : Number(row.id)
})

/** Sends a valid call as those do for whom it is made, and keeps the example. */
const sendValid = Effect.fnUntraced(function*(
  { nodes, office, owner, send }: Stage,
  { examples, wrong }: Tally,
  operation: Operation,
  call: ValidCall & Partial<TerminalChange>
) {
  const { api, described, name } = operation
  const token = call.token ?? (api === "administration" ? office : owner.secret!)
  const node = call.node ?? nodes.event.id
  if (!isTerminalRead(operation)) assert.isDefined(call.audit, `${idOf(operation)} changes something`)
  const { answer, wrong: faults } = yield* sendLogged({
    name: idOf(operation),
    call,
    send: send(operation, call, token || null, node),
    userId: api === "terminal" ? call.userId : name.endsWith("login") ? undefined : yield* userOf(token),
    terminalId: call.terminalId ?? null
  })
  wrong.push(...faults)
  examples[api][name] = exampleOf(described, { ...call, node }, answer)
  if (api === "customer") yield* owner.restore
})

/**
 * Tries the callers who are to be refused, who must change nothing together, and then sends the call. Returns the cells that
 * are left, which may change something.
 */
const askAbout = Effect.fnUntraced(function*(set: Stage, tally: Tally, operation: Operation, call: ValidCall) {
  const { callers, nodes } = set
  const home = yield* callNode(homeOf(operation, call, nodes))
  const chosen: Array<Cell> = []
  for (const cell of cellsOf(operation, call, home, callers, nodes)) {
    tally.cells += 1
    if ((isAlwaysTried(cell) || drawn(cell, { every, seed })) && only.test(nameOf(cell))) chosen.push(cell)
  }
  const mayChange = ({ wanted }: Cell) =>
    wanted === "through" || (wanted === "hidden" && operation.api !== "administration")
  const refused = chosen.filter((cell) => !mayChange(cell))
  const trying = Effect.forEach(refused, (cell) => tryCell(set, tally, cell), { concurrency: 4, discard: true })
  const { changed } = yield* changedBy(trying)
  if (changed.length > 0) tally.wrong.push(`${idOf(operation)}: ${changed.join(", ")} changed in calls to be refused`)
  yield* sendValid(set, tally, operation, call)
  if (operation.name.endsWith("/archive-node")) yield* openAgain(home.id)
  return chosen.filter(mayChange)
})

/**
 * Asks of each call of these parts: who may make it and where; whether it changes nothing for all others, nor while no audit
 * entry can be written; whether it succeeds, with the right entry, for whom it is made; and whether its example is the stored one.
 */
const everyCallOf = Effect.fnUntraced(function*(parts: ReadonlyArray<Part>) {
  const set = yield* stage(parts)
  const examples: Examples = { administration: {}, customer: {}, terminal: {} }
  const tally: Tally = { cells: 0, tried: new Map(), wrong: [], examples }
  // Some calls of the guest end the session with which others are made.
  const ofGuest = yield* Effect.forEach(
    set.all.filter(({ api }) => api === "customer"),
    (operation) => Effect.map(operation.valid, (call): Operation => ({ ...operation, valid: Effect.succeed(call) }))
  )
  const open: Array<Cell> = []
  for (const operation of [...ofGuest, ...set.all.filter(({ api }) => api !== "customer")]) {
    open.push(...(yield* askAbout(set, tally, operation, yield* operation.valid)))
  }
  // Last, so that what these change is in no example.
  for (const cell of open) yield* tryCell(set, tally, cell)
  return tally
})

// The calls fail while no entry can be written, and each failure would be logged.
export const quietFestival = Layer.merge(withCheckouts, Logger.layer([]))

/** As `everyCallOf`, which must find nothing wrong. */
export const everyCall = Effect.fnUntraced(function*(parts: ReadonlyArray<Part>, leastCells: number) {
  const { cells, examples, tried, wrong } = yield* everyCallOf(parts)
  const sum = Array.from(tried.values()).reduce((left, right) => left + right, 0)
  const outcomes = Array.from(tried, ([outcome, count]) => `${counted(count)} ${outcome}`).join(", ")
  tell(`${counted(sum)} of ${counted(cells)} cells (${outcomes}), ${counted(wrong.length)} surprises`)
  assert.deepStrictEqual(wrong.slice(0, 20), [], `${wrong.length} surprises in ${sum} cells`)
  assert.isAtLeast(cells, leastCells)
  if (process.env.MATRIX_ONLY === undefined) assert.isAtLeast(sum, cells / every * 0.9)
  for (const api of ["administration", "customer", "terminal"] as const) comparedExamples(api, examples[api])
})
