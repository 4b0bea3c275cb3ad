import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr, orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { Name, Text } from "../base/Text.ts"
import type { Place } from "../organisation/Place.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import type { Ticket } from "./Ticket.ts"

/** Largest number of buttons, and of tickets, in one layout. */
export const maxEntries = 1000

const description = nullOr(Text)
const ids = nullOr(Schema.Array(Id).check(Schema.isMaxLength(maxEntries)))

/** What the office enters for a layout of tills. */
export class NewTillLayout extends Schema.Class<NewTillLayout>("NewTillLayout")({
  /** The name: 1 to 255 characters. Unique among layouts at the node, above it and below it. */
  name: Name,
  description: orElse(description, null),
  /** The buttons in the order in which tills show them; null or absent for none, at most 1,000. */
  button_ids: orElse(ids, null),
  /** The tickets in the order in which tills show them; null or absent for none, at most 1,000. */
  ticket_ids: orElse(ids, null)
}) {}

/** The buttons and tickets on the screens of tills. */
export class TillLayout extends Schema.Class<TillLayout>("TillLayout")({
  name: Name,
  description,
  /** The buttons in the order in which tills show them. */
  button_ids: Schema.Array(Id),
  /** The tickets in the order in which tills show them. */
  ticket_ids: Schema.Array(Id),
  node_id: Id,
  id: Id
}) {}

/** Decides whether tickets can share a layout: a scanned tag must lead to one ticket. `place` says what was to show them. */
export const unambiguous = (
  tickets: ReadonlyArray<Ticket>,
  place: Sentence = say(together)
): Result.Result<void, InvalidArgument> => {
  const names = new Map<bigint | null, string>()
  for (const { name: ticket, user_tag_variant_ids: variants } of tickets) {
    if (variants.length > 1) return refuse(catalogueRules.ticket_with_restrictions, { place, ticket })
    const variant = variants[0] ?? null
    const other = names.get(variant)
    if (other !== undefined) return refuse(catalogueRules.tickets_alike, { place, other, ticket })
    names.set(variant, ticket)
  }
  return Result.void
}

const together = text({
  en: "These tickets can't share a layout",
  de: "Diese Eintrittskarten passen nicht in eine Tastenbelegung"
})
const inLayout = text({
  en: "The layout {layout} can't show this ticket",
  de: "Die Tastenbelegung {layout} kann diese Eintrittskarte nicht zeigen"
})

export interface LayoutReferences {
  readonly nameTaken: boolean
  /** The place of the layout. */
  readonly place: Place
  /** The requested buttons that exist in the event, with their nodes. */
  readonly buttons: ReadonlyArray<{ readonly id: bigint; readonly name: string; readonly node_id: bigint }>
  /** The requested tickets that exist in the event. */
  readonly tickets: ReadonlyArray<Ticket>
}

/** The stored data of a layout. */
export interface LayoutDraft {
  readonly name: string
  readonly description: string | null
  readonly buttonIds: ReadonlyArray<bigint>
  readonly ticketIds: ReadonlyArray<bigint>
}

/**
 * Decides what a layout contains: visible buttons and tickets, each once, and at most one ticket for each kind of wristband.
 */
export const decide = (
  input: NewTillLayout,
  references: LayoutReferences
): Result.Result<LayoutDraft, InvalidArgument> => {
  if (references.nameTaken) return refuse(catalogueRules.layout_name_taken, { name: input.name })
  const buttons = chosen(
    catalogueRules.layout_button_unknown,
    input.button_ids ?? [],
    references.buttons,
    references.place
  )
  if (Result.isFailure(buttons)) return Result.fail(buttons.failure)
  const tickets = chosen(
    catalogueRules.layout_ticket_unknown,
    input.ticket_ids ?? [],
    references.tickets,
    references.place
  )
  if (Result.isFailure(tickets)) return Result.fail(tickets.failure)
  return Result.map(unambiguous(tickets.success), () => ({
    name: input.name,
    description: input.description,
    buttonIds: input.button_ids ?? [],
    ticketIds: input.ticket_ids ?? []
  }))
}

/** Decides whether a ticket in layouts may change: no layout may get tickets that conflict. */
export const decideTicket = (
  changed: Ticket,
  layouts: ReadonlyArray<{ readonly name: string; readonly tickets: ReadonlyArray<Ticket> }>
): Result.Result<Ticket, InvalidArgument> => {
  for (const layout of layouts) {
    const tickets = layout.tickets.map((ticket) => ticket.id === changed.id ? changed : ticket)
    const shown = unambiguous(tickets, say(inLayout, { layout: layout.name }))
    if (Result.isFailure(shown)) return Result.fail(shown.failure)
  }
  return Result.succeed(changed)
}

const chosen = <E extends { readonly id: bigint; readonly name: string; readonly node_id: bigint }>(
  unknown: typeof catalogueRules.layout_button_unknown | typeof catalogueRules.layout_ticket_unknown,
  wanted: ReadonlyArray<bigint>,
  existing: ReadonlyArray<E>,
  place: Place
): Result.Result<ReadonlyArray<E>, InvalidArgument> => {
  const found = new Map(existing.map((entity) => [entity.id, entity]))
  const entities: Array<E> = []
  for (const [at, id] of wanted.entries()) {
    const entity = found.get(id)
    if (entity === undefined || !place.pathIds.includes(entity.node_id)) return refuse(unknown, { id })
    if (wanted.indexOf(id) !== at) return refuse(catalogueRules.layout_repeats, { name: entity.name })
    entities.push(entity)
  }
  return Result.succeed(entities)
}

/** Decides whether a layout can be deleted. */
export const decideDeletion = (current: TillLayout, used: boolean): Result.Result<TillLayout, InvalidArgument> =>
  used ? refuse(catalogueRules.layout_used, { layout: current.name }) : Result.succeed(current)
