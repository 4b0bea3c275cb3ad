import type { ValidCall } from "../calls/ValidCall.ts"
import type { Caller } from "./Caller.ts"
import type { CallNode, CallNodes } from "./CallNode.ts"
import { expected, idOf, isOfTheInstallation, type Outcome } from "./Expectation.ts"
import type { Operation } from "./Operation.ts"

/** A call by one caller at one node, and its expected outcome. */
export interface Cell {
  readonly operation: Operation
  readonly call: ValidCall
  readonly caller: Caller
  readonly node: CallNode
  readonly wanted: Outcome
}

/** The same in each run. */
export const nameOf = ({ caller, node, operation }: Cell) =>
  `${idOf(operation)}, ${caller.name} (${caller.token}), at ${node.path.join("/")}`

/** The node at which a call is normally made. */
export const homeOf = (operation: Operation, call: ValidCall, { event }: CallNodes) =>
  isOfTheInstallation(operation) ? 0 : Number(call.path?.node_id ?? call.node ?? event.id)

/** Every cell of an operation, whose valid call is made at `home`. */
export function* cellsOf(
  operation: Operation,
  call: ValidCall,
  home: CallNode,
  callers: ReadonlyArray<Caller>,
  nodes: CallNodes
): Generator<Cell> {
  const { archived, elsewhere, event, part } = nodes
  const moves = operation.api === "administration" && home.id === event.id
  for (const caller of callers) {
    const walks = moves && caller.token === "valid" && caller.rights.api === "administration"
    for (const node of walks ? [home, part, archived, elsewhere] : [home]) {
      yield { operation, call, caller, node, wanted: expected(operation, caller, node, event.id) }
    }
  }
}

/** Whether a run tries the cell: all cells, or one of a number of them; another seed draws others. */
export const drawn = (cell: Cell, { every, seed }: { readonly every: number; readonly seed: number }) => {
  let hash = 2_166_136_261 ^ seed
  for (const character of nameOf(cell)) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  return (hash >>> 8) % every === 0
}
