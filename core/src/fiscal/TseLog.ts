import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { LogReport } from "../tse/LogCheck.ts"
import { LogOwners } from "../tse/LogComparison.ts"

/** The result of comparing a device's log with its record. */
export class TseLogReport extends Schema.Class<TseLogReport>("TseLogReport")({
  ...LogReport.fields,
  tse_id: Id,
  tse_name: Schema.String,
  owners: LogOwners
}) {}
