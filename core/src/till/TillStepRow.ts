import { type JournalEntry, toStatement } from "../journal/JournalEntry.ts"
import type { OrderStep, TillChange } from "./TillChange.ts"

/** A step as the function `store_till_steps` takes it: the columns it writes, or the parameters of `book`. */
export interface StepRow {
  readonly kind: string
  readonly [column: string]: unknown
}

/** An order that belongs to a change. */
export const orderRow = (entry: JournalEntry): StepRow => ({ kind: "order_booked", ...toStatement([entry]) })

/** A step without an order. */
export const stepRow = (change: Exclude<TillChange, OrderStep>): StepRow => {
  const { kind } = change
  switch (change.kind) {
    case "register_assigned":
      return { kind, register_id: id(change.registerId), user_id: id(change.userId) }
    case "register_placed":
      return { kind, till_id: id(change.tillId), register_id: id(change.registerId) }
    case "cashier_changed":
      return {
        kind,
        terminal_id: id(change.terminalId),
        user_id: id(change.person?.id ?? null),
        role_id: id(change.person?.roleId ?? null)
      }
    case "closing_started":
      return { kind, till_id: id(change.tillId), reason: change.reason }
    case "terminal_attached":
      return { kind, till_id: id(change.tillId), terminal_id: id(change.terminalId) }
  }
}

const id = (value: bigint | null): number | null => value === null ? null : Number(value)
