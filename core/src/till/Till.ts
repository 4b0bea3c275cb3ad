import { Effect, Result, Schema, Struct } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { isDate } from "../primitives/ExecutionDate.ts"
import { DayText } from "../primitives/Moment.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { Name, SingleLine, Text } from "../primitives/Text.ts"
import { tillRules } from "./TillRules.ts"

/** A column of the export; longer text would be cut. */
const Words = Schema.NullOr(SingleLine.check(Schema.isMaxLength(50)))

const Day = DayText.check(Schema.makeFilter(isDate, { expected: "a date as 2026-06-30" }))

/** What the tax office is told of a till. Absent keeps what is stored; null: the words of the installation. */
const registration = {
  /** Who made it. */
  brand: Schema.optionalKey(Words),
  model: Schema.optionalKey(Words),
  software_brand: Schema.optionalKey(Words),
  /** Null: the day of its first order. */
  purchased_on: Schema.optionalKey(Schema.NullOr(Day))
}

export class NewTill extends Schema.Class<NewTill>("NewTill")({
  name: Name,
  description: Schema.NullOr(Text).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** Free text of the organisers; nothing depends on it. */
  active_shift: Schema.NullOr(Text).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  active_profile_id: Id,
  terminal_id: Schema.NullOr(Id).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  ...registration
}) {}

/** A point of sale. */
export class Till extends Schema.Class<Till>("Till")({
  ...NewTill.fields,
  node_id: Id,
  id: Id,
  /** Counts from 1 and rises when another person signs in after bookings. */
  z_nr: Schema.Int,
  active_cash_register_id: Schema.NullOr(Id),
  current_cash_register_name: Schema.NullOr(Schema.String),
  /** In cents. */
  current_cash_register_balance: Schema.NullOr(Money.Cents),
  /** The signing device of the till; null while none is assigned. */
  tse_id: Schema.NullOr(Id),
  tse_serial: Schema.NullOr(Schema.String),
  brand: Words,
  model: Words,
  software_brand: Words,
  purchased_on: Schema.NullOr(Day)
}) {}

/** What an operator says of a till, with what was registered at the tax office where nothing is said. */
export const withRegistration = (input: NewTill, current: Till): NewTill =>
  new NewTill({ ...Struct.pick(current, ["brand", "model", "software_brand", "purchased_on"]), ...input })

export class SwitchTerminalPayload
  extends Schema.Class<SwitchTerminalPayload>("SwitchTerminalPayload")({ new_terminal_id: Id })
{}

export class SwitchTillPayload extends Schema.Class<SwitchTillPayload>("SwitchTillPayload")({ new_till_id: Id }) {}

/** What holds on to a till. */
export interface TillHolding {
  readonly name: string
  readonly isVirtual: boolean
  /** The cash register in it. */
  readonly register: string | null
  readonly hasOrders: boolean
  /** Card payments there of which it is open what became of them. */
  readonly openPayments: number
}

/** Decides whether a till can go: only one that never booked anything. The terminal that serves it, if any, is left without. */
export const removeTill = (
  { hasOrders, isVirtual, name: till, openPayments, register }: TillHolding
): Result.Result<void, InvalidArgument> => {
  if (isVirtual) return refuse(tillRules.till_virtual)
  if (register !== null) return refuse(tillRules.till_holds_register, { register, till })
  if (hasOrders) return refuse(tillRules.till_has_orders, { till })
  if (openPayments > 0) return refuse(tillRules.till_has_open_payments, { till })
  return Result.succeed(undefined)
}
