import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { Rate } from "../event/TaxRate.ts"
import { ReportHead } from "./ReportHead.ts"
import { RevenueSums } from "./RevenueReport.ts"

/** What a stall sold and is owed: the sales of the tills at one node, without those of nodes below it. */
export class SettlementRow extends Schema.Class<SettlementRow>("SettlementRow")({
  node_id: Id,
  node_name: Schema.String,
  /** The names from below the event down to the node; empty for the event itself. */
  path: Schema.Array(Schema.String),
  /** In ten-thousandths: 100 is 1 %. */
  fee_rate: Rate,
  /** Its revenue by how guests paid, in cents: from their wristbands, in cash, by card. */
  tag: Money.Cents,
  cash: Money.Cents,
  card: Money.Cents,
  /** `payout` is what the stall is owed; negative when it owes. */
  ...RevenueSums.fields
}) {}

/**
 * The settlement of a node and all nodes below it, no matter who has the cash: cash of sales lies in the organiser's registers.
 * Tips are not booked, so no one is owed any.
 */
export class SettlementReport extends Schema.Class<SettlementReport>("SettlementReport")({
  head: ReportHead,
  /** The nodes that have tills, in the order of the tree by name; those without sales have zeros. */
  rows: Schema.Array(SettlementRow),
  /** Equals that of the node's revenue report. */
  total: RevenueSums
}) {}
