import { Result, Schema, Struct } from "effect"
import { isDate } from "../base/ExecutionDate.ts"
import { Id } from "../base/Id.ts"
import { DayText } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name, SingleLine, Text } from "../base/Text.ts"
import { tillRules } from "./TillRules.ts"

/** The export's columns have 50 characters; longer text would be cut. */
const RegistrationText = nullOr(SingleLine.check(Schema.isMaxLength(50)))

const Day = DayText.check(Schema.makeFilter(isDate, { expected: "a date as 2026-06-30" }))

/**
 * Details of a till for the tax office. An absent field keeps its stored value; null uses the defaults of the installation.
 */
const registration = {
  /** Manufacturer of the device, for the tax office, up to 50 characters. Null: the default of the installation; absent: as it is. */
  brand: Schema.optionalKey(RegistrationText),
  /** Model of the device, for the tax office, up to 50 characters. Null: the default of the installation; absent: as it is. */
  model: Schema.optionalKey(RegistrationText),
  /** Name of the software, for the tax office, up to 50 characters. Null: the default of the installation; absent: as it is. */
  software_brand: Schema.optionalKey(RegistrationText),
  /** When the till was acquired, for the tax office, as 2026-06-30. Null: the day of its first order; absent: as it is. */
  purchased_on: Schema.optionalKey(nullOr(Day))
}

/** What the office enters for a till. */
export class NewTill extends Schema.Class<NewTill>("NewTill")({
  name: Name,
  description: orNull(Text),
  /** Free text of the organisers, such as the name of a shift; nothing depends on it. */
  active_shift: orNull(Text),
  /** The profile that says what the till may do and which buttons it shows. */
  active_profile_id: Id,
  /** The terminal that serves it; null for none. */
  terminal_id: orNull(Id),
  ...registration
}) {}

/** A point of sale. */
export class Till extends Schema.Class<Till>("Till")({
  ...NewTill.fields,
  node_id: Id,
  id: Id,
  /**
   * The number of its present closing (Z report), from 1 on. It rises when another user signs in after bookings, and when the office ends
   * the closing.
   */
  z_nr: Schema.Int,
  /** The cash register in it; null if there is none. */
  active_cash_register_id: nullOr(Id),
  /** The name of that cash register. */
  current_cash_register_name: nullOr(Schema.String),
  /** The cash in that register. */
  current_cash_register_balance: nullOr(Money.Cents),
  /** The signing device that signs its orders; null while it has none. */
  tse_id: nullOr(Id),
  /** The serial number of that device. */
  tse_serial: nullOr(Schema.String),
  /** Manufacturer of the device, for the tax office; null for the default of the installation. */
  brand: RegistrationText,
  /** Model of the device, for the tax office; null for the default of the installation. */
  model: RegistrationText,
  /** Name of the software, for the tax office; null for the default of the installation. */
  software_brand: RegistrationText,
  /** When the till was acquired, for the tax office; null for the day of its first order. */
  purchased_on: nullOr(Day)
}) {}

/** The operator's input for a till. Fields that it leaves out keep the registered values. */
export const withRegistration = (input: NewTill, current: Till): NewTill =>
  new NewTill({ ...Struct.pick(current, ["brand", "model", "software_brand", "purchased_on"]), ...input })

/** The terminal that a till gets. */
export class SwitchTerminalPayload extends Schema.Class<SwitchTerminalPayload>("SwitchTerminalPayload")({
  /** The terminal that is to serve the till. */
  new_terminal_id: Id
}) {}

/** The till that a terminal gets. */
export class SwitchTillPayload extends Schema.Class<SwitchTillPayload>("SwitchTillPayload")({
  /** The till that the terminal is to serve. */
  new_till_id: Id
}) {}

/** The objects that keep a till from being removed. */
export interface TillHolding {
  readonly name: string
  readonly isVirtual: boolean
  /** The cash register in it. */
  readonly register: string | null
  readonly hasOrders: boolean
  /** The number of card payments at it with unknown outcome. */
  readonly openPayments: number
}

/** Decides whether a till can be removed: only one that never booked anything. Its terminal is left without a till. */
export const removeTill = (
  { hasOrders, isVirtual, name: till, openPayments, register }: TillHolding
): Result.Result<void, InvalidArgument> => {
  if (isVirtual) return refuse(tillRules.till_virtual)
  if (register !== null) return refuse(tillRules.till_holds_register, { register, till })
  if (hasOrders) return refuse(tillRules.till_has_orders, { till })
  if (openPayments > 0) return refuse(tillRules.till_has_open_payments, { till })
  return Result.succeed(undefined)
}
