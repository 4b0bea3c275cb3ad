import { Effect, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Name, Text } from "../organisation/Text.ts"

export class NewTill extends Schema.Class<NewTill>("NewTill")({
  name: Name,
  description: Schema.NullOr(Text).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** Free text of the organisers; nothing depends on it. */
  active_shift: Schema.NullOr(Text).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  active_profile_id: Id,
  terminal_id: Schema.NullOr(Id).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
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
  tse_serial: Schema.NullOr(Schema.String)
}) {}

export class SwitchTerminalPayload
  extends Schema.Class<SwitchTerminalPayload>("SwitchTerminalPayload")({ new_terminal_id: Id })
{}

export class SwitchTillPayload extends Schema.Class<SwitchTillPayload>("SwitchTillPayload")({ new_till_id: Id }) {}
