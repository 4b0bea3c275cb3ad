import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import type { KnownTag } from "./TicketScan.ts"

/** Columns of a scanned tag, as tickets and grants load it. */
export const knownTagColumns = {
  user_tag_id: nullOr(Id),
  tag_node_id: nullOr(Id),
  tag_uid: nullOr(TagUid),
  variant_ids: nullOr(Schema.Array(Id)),
  tag_used: Schema.Boolean,
  chip_taken: Schema.Boolean,
  reserved: Schema.Boolean
}

const Row = Schema.Struct(knownTagColumns)

/** The tag and its chip from the columns. */
export const toKnownTag = (row: typeof Row.Type): Pick<KnownTag, "tag" | "chipTaken" | "reserved"> => ({
  tag: row.user_tag_id === null || row.tag_node_id === null ? null : {
    id: row.user_tag_id,
    nodeId: row.tag_node_id,
    uid: row.tag_uid,
    variantIds: row.variant_ids ?? [],
    used: row.tag_used
  },
  chipTaken: row.chip_taken,
  reserved: row.reserved
})
