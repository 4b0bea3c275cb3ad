import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { everyTable } from "../../support/everyTable.ts"
import { Festival } from "../../support/Festival.ts"
import { payer, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { counted, tell } from "../../support/Torture.ts"
import { inProcess } from "../calls/InProcess.ts"
import type { ValidCall } from "../calls/ValidCall.ts"
import { callNode, callNodes } from "./CallNode.ts"
import { type Cell, cellsOf, drawn, homeOf, nameOf } from "./Cells.ts"
import { agrees, idOf, type Outcome, outcomeOf, unused } from "./Expectation.ts"
import { guestCallers } from "./GuestCallers.ts"
import { officeCallers } from "./OfficeCallers.ts"
import { type Operation, operations } from "./Operation.ts"
import { foreignTerminal, formerTerminals, tillCallers } from "./TillCallers.ts"

/** The number of cells of which one is tried; 1 tries all. */
const every = Number(process.env.MATRIX_EVERY ?? 600)

/** Another seed draws other cells. */
const seed = Number(process.env.MATRIX_SEED ?? 1)

/** Only cells whose name matches, to examine one. */
const only = new RegExp(process.env.MATRIX_ONLY ?? "")

/** Operations between two checks that refused calls changed nothing. */
const batch = 40

/** These end the session of their caller, or sign another user in. */
const endsSession = /logout|\/user\/login|\/auth\/sessions|\/tag\/block/

/** The operations and callers of the festival, and how to call. */
const stage = Effect.gen(function*() {
  const { bar, event, guest } = yield* Festival
  const ask = yield* inProcess
  const me = yield* payer(20)
  const all = yield* operations(me)
  const nodes = yield* callNodes
  const tills = yield* tillCallers(nodes)
  const config = all.find((operation) => idOf(operation) === "terminal GET /config")!
  const use = (token: string) => ask("terminal", config.described, {}, { token, node: event })
  const callers = [
    ...(yield* officeCallers(nodes)),
    ...tills,
    ...(yield* formerTerminals(tills.filter(({ name }) => name.endsWith(" at the event")), use)),
    yield* foreignTerminal,
    ...(yield* guestCallers(me.guest, yield* guest()))
  ]
  // Texts that show data of the event: chips and products.
  const marks = [String(me.guest.uid), String(bar.cashier.uid), "\"Beer\""]
  const send = ({ call, caller, node, operation }: Cell) =>
    ask(operation.api, operation.described, call, { token: caller.secret, node: node.id })
  const owner = callers.find(({ name }) => name === "the guest")!
  /** The user or guest for whom the example of a call at a till or in the portal is made. */
  const example = ({ api, described }: Operation, call: ValidCall) =>
    Effect.tap(ask(api, described, call, { token: call.token ?? owner.secret, node: event }), owner.restore)
  return { all, callers, example, marks, nodes, send }
})

/** Restores a node as it was before it was archived. */
const openAgain = (id: number) =>
  SqlClient.SqlClient.use((sql) => sql`update node set read_only = false where id = ${id}`)

interface Tally {
  /** The number of all cells. */
  cells: number
  /** The tried cells, by expected outcome. */
  readonly tried: Map<Outcome, number>
  readonly surprises: Array<string>
}

type Stage = Effect.Success<typeof stage>

const tryCell = Effect.fnUntraced(function*({ marks, send }: Stage, { surprises, tried }: Tally, cell: Cell) {
  const { caller, node, operation, wanted } = cell
  const answer = yield* send(cell)
  if (endsSession.test(operation.name) && wanted === "through") yield* caller.restore
  if (operation.name.endsWith("/archive-node") && wanted === "through") yield* openAgain(node.id)
  tried.set(wanted, (tried.get(wanted) ?? 0) + 1)
  if (!agrees(wanted, operation, answer, marks)) {
    const { status, text } = answer
    surprises.push(`${nameOf(cell)}: ${wanted} is wanted, ${outcomeOf(answer)} it is, ${status} ${text.slice(0, 200)}`)
  }
})

/** Tries the cells of some operations. Those to be refused come first and must change nothing together. */
const tryBatch = Effect.fnUntraced(function*(set: Stage, tally: Tally, group: ReadonlyArray<Operation>) {
  const { callers, example, nodes } = set
  const chosen: Array<Cell> = []
  const examples: Array<readonly [Operation, ValidCall]> = []
  for (const operation of group) {
    const call = yield* operation.valid
    examples.push([operation, call])
    const home = yield* callNode(homeOf(operation, call, nodes))
    for (const cell of cellsOf(operation, call, home, callers, nodes)) {
      tally.cells += 1
      if (drawn(cell, { every, seed }) && only.test(nameOf(cell))) chosen.push(cell)
    }
  }
  const isOpen = ({ wanted }: Cell) => wanted === "through" || wanted === "hidden"
  const before = yield* everyTable
  const refused = chosen.filter((cell) => !isOpen(cell))
  yield* Effect.forEach(refused, (cell) => tryCell(set, tally, cell), { concurrency: 4, discard: true })
  const after = yield* everyTable
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) {
    tally.surprises.push(`${changed.join(", ")} changed in calls to be refused of ${group.map(idOf).join(", ")}`)
  }
  for (const [operation, call] of examples) {
    // Another suite tests that calls of the office succeed.
    if (operation.api === "administration") continue
    const { status, text } = yield* example(operation, call)
    if (status >= 300) tally.surprises.push(`${idOf(operation)} has no valid example: ${status} ${text.slice(0, 200)}`)
  }
  yield* Effect.forEach(chosen.filter(isOpen), (cell) => tryCell(set, tally, cell), { discard: true })
})

layer(withCheckouts, { excludeTestServices: true })("every operation of the three APIs", (it) => {
  it.effect("lets in whom the table of expectations lets in, and no one else", () =>
    Effect.gen(function*() {
      const set = yield* stage
      const tally: Tally = { cells: 0, tried: new Map(), surprises: [] }
      for (let first = 0; first < set.all.length; first += batch) {
        yield* tryBatch(set, tally, set.all.slice(first, first + batch))
      }
      const { cells, surprises, tried } = tally
      const sum = Array.from(tried.values()).reduce((left, right) => left + right, 0)
      const outcomes = Array.from(tried, ([outcome, count]) => `${counted(count)} ${outcome}`).join(", ")
      tell(`${counted(sum)} of ${counted(cells)} cells (${outcomes}), ${counted(surprises.length)} surprises`)
      assert.deepStrictEqual(surprises.slice(0, 20), [], `${surprises.length} surprises in ${sum} cells`)
      assert.deepStrictEqual(unused(set.all), [], "entries of the table that fit no operation")
      assert.isAtLeast(cells, 60_000)
      if (process.env.MATRIX_ONLY === undefined) assert.isAtLeast(sum, cells / every * 0.9)
    }))
})
