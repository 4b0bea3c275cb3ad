import { Privilege } from "@wristbank/core/organisation/Privilege"
import type { CallNeeds } from "@wristbank/http/api/Needs"
import type { ValidCall } from "../calls/ValidCall.ts"
import { apiOf, type Caller, without } from "./Caller.ts"
import type { CallNode, CallNodes } from "./CallNode.ts"
import { expected, idOf, isOfTheInstallation, type Outcome } from "./Expectation.ts"
import type { Operation } from "./Operation.ts"

/** Where a call is made: at its own node, below the event, at an archived node, or at another event. */
type Place = "home" | "part" | "archived" | "elsewhere"

/** A call by one caller at one node, and its expected outcome. */
export interface Cell {
  readonly operation: Operation
  readonly call: ValidCall
  readonly caller: Caller
  readonly node: CallNode
  readonly place: Place
  readonly wanted: Outcome
}

/** The same in each run. */
export const nameOf = ({ caller, node, operation }: Cell) =>
  `${idOf(operation)}, ${caller.name} (${caller.token}), at ${node.path.join("/")}`

/** The node at which a call is normally made. */
export const homeOf = (operation: Operation, call: ValidCall, { event }: CallNodes) =>
  isOfTheInstallation(operation) ? 0 : Number(call.path?.node_id ?? call.node ?? event.id)

/** Every cell of an operation, whose valid call is made at a node of its own. */
export function* cellsOf(
  operation: Operation,
  call: ValidCall,
  at: CallNode,
  callers: ReadonlyArray<Caller>,
  nodes: CallNodes
): Generator<Cell> {
  const { archived, elsewhere, event, part } = nodes
  const moves = operation.api === "administration" && at.id === event.id
  const everywhere = Object.entries({ home: at, part, archived, elsewhere }) as Array<[Place, CallNode]>
  for (const caller of callers) {
    const walks = moves && caller.token === "valid" && caller.rights.api === "administration"
    for (const [place, node] of walks ? everywhere : everywhere.slice(0, 1)) {
      yield { operation, call, caller, node, place, wanted: expected(operation, caller, node, event.id) }
    }
  }
}

const home: ReadonlyArray<Place> = ["home"]

/** Callers whom calls refuse, or answer with nothing of the festival, and where every run tries that. */
const keptOut: { readonly [caller: string]: ReadonlyArray<Place> } = {
  "no token": home,
  "no privilege at the event": home,
  "a home at the event and no role": home,
  "every privilege at another event": ["home", "elsewhere"],
  "every privilege of nodes at a part": ["home", "part"],
  "every privilege at the event": ["home", "archived", "elsewhere"],
  "terminal: nobody": home,
  "terminal: every privilege at the event": home,
  "terminal: every privilege at the event, without a till": home,
  "terminal: every privilege at an archived part, from the event": home,
  "terminal: a cashier of another event": home,
  "the guest": home,
  "another guest": home
}

/** Roles with which a call is tried: each privilege that it names alone, and all others together. */
const rolesFor = (needs: CallNeeds): ReadonlyArray<string> =>
  typeof needs === "string"
    ? needs === "presence" ? Privilege.literals.slice(0, 1) : []
    : [without(needs).name, ...needs]

/** Whether every run tries the cell. */
export const isAlwaysTried = ({ caller, operation, place, wanted }: Cell): boolean => {
  if (caller.token !== "valid" && caller.name !== "no token") return false
  if (wanted !== "through" && keptOut[caller.name]?.includes(place)) return true
  const prefix = operation.api === "terminal" ? "terminal: " : ""
  return place === "home" && apiOf(caller) === operation.api &&
    rolesFor(operation.needs).some((role) => caller.name === `${prefix}${role} at the event`)
}

/** Whether a run tries the cell: all cells, or one of a number of them; another seed draws others. */
export const drawn = (cell: Cell, { every, seed }: { readonly every: number; readonly seed: number }) => {
  let hash = 2_166_136_261 ^ seed
  for (const character of nameOf(cell)) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  return (hash >>> 8) % every === 0
}
