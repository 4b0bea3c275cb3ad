import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { type LoadedOrder, loadedOrder } from "../journal/Books.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { Account } from "../wristband/Account.ts"
import { TicketState, TicketVoucher } from "../wristband/TicketVoucher.ts"
import { type KnownTag, UserTagScan } from "./TicketScan.ts"

/** The key of the data that a scan or a sale of tickets loads before its decision. */
interface TicketSaleKey {
  readonly eventId: bigint
  readonly uuid: string
  /** Account of the register in the till. */
  readonly registerAccount: bigint | null
  readonly scans: ReadonlyArray<UserTagScan>
}

/** The loaded state of one moment. */
interface LoadedTicketSale extends LoadedOrder {
  /** The scans with PINs and codes as they are stored. */
  readonly scans: ReadonlyArray<UserTagScan>
  /** One for each scan. */
  readonly known: ReadonlyArray<KnownTag>
}

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

/** The tag and its chip from the columns. */
export const toKnownTag = (
  row: Schema.Struct.Type<typeof knownTagColumns>
): Pick<KnownTag, "tag" | "chipTaken" | "reserved"> => ({
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

const Row = Schema.Struct({
  ...loadedOrder,
  /** Null in the only row of a request without scans. */
  n: nullOr(Id),
  ...knownTagColumns,
  voucher_id: nullOr(Id),
  voucher_node_id: nullOr(Id),
  voucher_created_at: nullOr(Schema.DateTimeUtc),
  voucher_token: nullOr(Schema.String),
  voucher_redeemed: Schema.Boolean,
  voucher_state: nullOr(TicketState),
  /** In cents. */
  voucher_credit: nullOr(Money.Cents),
  /** In cents. */
  voucher_credit_paid_back: nullOr(Money.Cents),
  voucher_checked_in_elsewhere_at: nullOr(Schema.DateTimeUtc),
  voucher_product_name: nullOr(Schema.String),
  voucher_valid_from: nullOr(Schema.DateTimeUtc),
  voucher_valid_until: nullOr(Schema.DateTimeUtc),
  voucher_needs_attention: nullOr(Schema.Boolean),
  voucher_entrance_note: nullOr(Schema.String),
  loaded_at: Schema.DateTimeUtc,
  account_id: nullOr(Id),
  account_node_id: nullOr(Id),
  account_name: nullOr(Schema.String),
  account_comment: nullOr(Schema.String),
  /** In cents. */
  balance: nullOr(Money.Cents),
  vouchers: nullOr(Schema.Int),
  /** Sum of the registered top-ups of the voucher's account, in cents. */
  pending_top_ups: Money.Cents,
  new_account_id: Id
})
type Row = typeof Row.Type

/** Loads in one query the data that the decision on a ticket sale needs, if all PINs and codes are as they are stored. */
export class TicketSaleLoad extends Context.Service<TicketSaleLoad>()("core/TicketSaleLoad", {
  make: Effect.gen(function*() {
    const codes = yield* PrintedCodes
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: unencoded<TicketSaleKey>(),
      Result: Row,
      execute: ({ eventId, registerAccount, scans, uuid }) =>
        sql`select loaded.*, shop.*, clock_timestamp() as loaded_at,
            ticket_credit_paid_back(${eventId}::bigint, loaded.voucher_id) as voucher_credit_paid_back
          from load_ticket_sale(
          ${eventId}::bigint, ${uuid}::uuid, ${registerAccount}::bigint,
          ${scans.map((scan) => scan.tag_pin)}::text[],
          ${`{${scans.map((scan) => scan.tag_uid).join(",")}}`}::numeric[],
          ${scans.map((scan) => scan.voucher_token ?? "")}::text[]
        ) loaded left join lateral ticket_at_entrance(${eventId}::bigint, loaded.voucher_id) shop on true`
    })

    const loadAs = (key: TicketSaleKey) =>
      Effect.map(rows(key), (found): LoadedTicketSale => ({
        ...found[0]!,
        scans: key.scans,
        known: found.filter(({ n }) => n !== null).map((row): KnownTag => ({
          ...toKnownTag(row),
          presale: presaleOf(row),
          newAccountId: row.new_account_id
        }))
      }))

    /** The scans with PINs and codes as they are stored. */
    const readScans = Effect.fnUntraced(function*(eventId: bigint, scans: ReadonlyArray<UserTagScan>) {
      const pins = yield* codes.pins(eventId, scans.map(({ tag_pin }) => tag_pin))
      const tokens = yield* codes.tickets(eventId, scans.map(({ voucher_token }) => voucher_token ?? ""))
      return scans.map((scan, at) =>
        new UserTagScan({
          ...scan,
          tag_pin: pins[at]!,
          voucher_token: scan.voucher_token === null ? null : tokens[at]!
        })
      )
    })

    /** Most PINs and codes are scanned. Those that are not stored as they were sent are read as people type them. */
    const load = Effect.fnUntraced(function*(key: TicketSaleKey) {
      const loaded = yield* loadAs(key)
      const areKnown = loaded.known.every(({ presale, tag }, at) =>
        tag !== null && (presale !== null || key.scans[at]!.voucher_token === null)
      )
      if (areKnown) return loaded
      const scans = yield* readScans(key.eventId, key.scans)
      const isSame = scans.every(({ tag_pin, voucher_token }, at) =>
        tag_pin === key.scans[at]!.tag_pin && voucher_token === key.scans[at]!.voucher_token
      )
      return isSame ? loaded : yield* loadAs({ ...key, scans })
    })

    return { load }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PrintedCodes.layer))
}

const presaleOf = (row: Row): KnownTag["presale"] => {
  const { account_id, voucher_created_at, voucher_id, voucher_node_id, voucher_token } = row
  if (voucher_id === null || voucher_node_id === null || voucher_created_at === null || voucher_token === null) {
    return null
  }
  if (account_id === null) return null
  return {
    ticketVoucher: new TicketVoucher({
      id: voucher_id,
      node_id: voucher_node_id,
      created_at: voucher_created_at,
      customer_account_id: account_id,
      token: voucher_token,
      initial_top_up_amount: row.voucher_credit ?? Money.zero,
      credit_paid_back: row.voucher_credit_paid_back ?? Money.zero,
      checked_in_elsewhere_at: row.voucher_checked_in_elsewhere_at,
      product_name: row.voucher_product_name,
      valid_from: row.voucher_valid_from,
      valid_until: row.voucher_valid_until,
      checkin_attention: row.voucher_needs_attention === true,
      checkin_text: row.voucher_entrance_note
    }),
    account: new Account({
      node_id: row.account_node_id ?? 0n,
      id: account_id,
      type: "private",
      name: row.account_name,
      comment: row.account_comment,
      balance: row.balance ?? Money.zero,
      vouchers: row.vouchers ?? 0,
      user_tag_id: null,
      user_tag_uid: null,
      user_tag_comment: null,
      restriction: null,
      user_tag_variant_ids: [],
      user_tag_variant_names: [],
      // A voucher's account that had a tag counts as redeemed, so the account of a sold ticket has none here.
      tag_history: [],
      user_tag_uid_hex: null
    }),
    pendingTopUps: row.pending_top_ups,
    at: row.loaded_at,
    redeemed: row.voucher_redeemed,
    state: row.voucher_state ?? "cancelled",
    credit: row.voucher_credit ?? Money.zero
  }
}
