import { Effect, Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import type { Place } from "../organisation/Place.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { Name, Text } from "../primitives/Text.ts"
import type { Ticket } from "./Ticket.ts"

/** Buttons, or tickets, that fit in one layout. */
export const maxEntries = 1000

const description = Schema.NullOr(Text)
const ids = Schema.NullOr(Schema.Array(Id).check(Schema.isMaxLength(maxEntries)))

export class NewTillLayout extends Schema.Class<NewTillLayout>("NewTillLayout")({
  name: Name,
  description: description.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** In the order they are shown; null is none. */
  button_ids: ids.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** In the order they are shown; null is none. */
  ticket_ids: ids.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}) {}

/** What the tills of a profile show. */
export class TillLayout extends Schema.Class<TillLayout>("TillLayout")({
  name: Name,
  description,
  button_ids: Schema.Array(Id),
  ticket_ids: Schema.Array(Id),
  node_id: Id,
  id: Id
}) {}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))

/** Why these tickets can't share a layout; `undefined` when they can. A scanned tag must lead to one ticket. */
export const conflict = (tickets: ReadonlyArray<Ticket>): string | undefined => {
  const names = new Map<string, string>()
  for (const ticket of tickets) {
    if (ticket.restrictions.length > 1) return `${ticket.name} has more than one restriction`
    const restriction = ticket.restrictions[0] ?? "none"
    const other = names.get(restriction)
    if (other !== undefined) return `${other} and ${ticket.name} have the same restriction`
    names.set(restriction, ticket.name)
  }
  return undefined
}

export interface LayoutReferences {
  readonly nameTaken: boolean
  /** Where the layout stands. */
  readonly place: Place
  /** Those of the input's buttons that exist in the event, with the node of each. */
  readonly buttons: ReadonlyArray<{ readonly id: bigint; readonly name: string; readonly node_id: bigint }>
  /** Those of the input's tickets that exist in the event. */
  readonly tickets: ReadonlyArray<Ticket>
}

/** What is stored of a layout. */
export interface LayoutDraft {
  readonly name: string
  readonly description: string | null
  readonly buttonIds: ReadonlyArray<bigint>
  readonly ticketIds: ReadonlyArray<bigint>
}

/** Decides what a layout shows: visible buttons and tickets, each once, and one ticket at most for each restriction. */
export const decide = (
  input: NewTillLayout,
  references: LayoutReferences
): Result.Result<LayoutDraft, InvalidArgument> => {
  if (references.nameTaken) return refuse(`There is already a layout ${input.name}`)
  const buttons = chosen("button", input.button_ids ?? [], references.buttons, references.place)
  if (Result.isFailure(buttons)) return Result.fail(buttons.failure)
  const tickets = chosen("ticket", input.ticket_ids ?? [], references.tickets, references.place)
  if (Result.isFailure(tickets)) return Result.fail(tickets.failure)
  const reason = conflict(tickets.success)
  if (reason !== undefined) return refuse(`These tickets can't share a layout: ${reason}`)
  return Result.succeed({
    name: input.name,
    description: input.description,
    buttonIds: input.button_ids ?? [],
    ticketIds: input.ticket_ids ?? []
  })
}

/** Decides whether a ticket in layouts can become what it is to be: all of them must keep their rule. */
export const decideTicket = (
  changed: Ticket,
  layouts: ReadonlyArray<{ readonly name: string; readonly tickets: ReadonlyArray<Ticket> }>
): Result.Result<Ticket, InvalidArgument> => {
  for (const layout of layouts) {
    const reason = conflict(layout.tickets.map((ticket) => ticket.id === changed.id ? changed : ticket))
    if (reason !== undefined) return refuse(`The layout ${layout.name} can't show this ticket: ${reason}`)
  }
  return Result.succeed(changed)
}

const chosen = <E extends { readonly id: bigint; readonly name: string; readonly node_id: bigint }>(
  noun: string,
  wanted: ReadonlyArray<bigint>,
  existing: ReadonlyArray<E>,
  place: Place
): Result.Result<ReadonlyArray<E>, InvalidArgument> => {
  const found = new Map(existing.map((entity) => [entity.id, entity]))
  const entities: Array<E> = []
  for (const [at, id] of wanted.entries()) {
    const entity = found.get(id)
    if (entity === undefined || !place.pathIds.includes(entity.node_id)) return refuse(`There is no ${noun} ${id} here`)
    if (wanted.indexOf(id) !== at) return refuse(`${entity.name} can be in a layout only once`)
    entities.push(entity)
  }
  return Result.succeed(entities)
}

/** Decides whether a layout can go. */
export const decideDeletion = (current: TillLayout, used: boolean): Result.Result<TillLayout, InvalidArgument> =>
  used ? refuse(`The layout ${current.name} is used by a profile`) : Result.succeed(current)
