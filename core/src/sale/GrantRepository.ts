import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlSchema } from "effect/sql"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type JournalEntry, toStatement } from "../journal/JournalEntry.ts"
import { type TagOpening, toOpeningRow } from "../journal/TagOpening.ts"
import { auditRow, type NewAuditLog } from "../organisation/AuditLog.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { AccountRow, FormerTags, formerTags } from "../wristband/AccountRepository.ts"
import { knownTagColumns, toKnownTag } from "./TicketSaleLoad.ts"
import type { KnownTag } from "./TicketScan.ts"

/** The key of the data that a grant loads before its decision. */
export interface GrantKey {
  readonly eventId: bigint
  /** Null when the request has no id. */
  readonly requestId: string | null
  /** The hash of the content of a request without an id that would be done again; null for others. */
  readonly contentHash: string | null
  /** PIN of the tag to hand out; null when its account exists. */
  readonly pin: string | null
  /** Number of its chip. */
  readonly uid: bigint
}

const Row = Schema.Struct({
  version: nullOr(Id),
  request_hash: nullOr(Schema.String),
  granted_account_id: nullOr(Id),
  ...knownTagColumns,
  account_id: nullOr(Id),
  account_type: nullOr(AccountType),
  account_tag_id: nullOr(Id),
  vouchers: nullOr(Schema.Int),
  tag_history: FormerTags,
  last_granted_at: nullOr(Schema.DateTimeUtc),
  loaded_at: Schema.DateTimeUtc,
  new_account_id: nullOr(Id)
})
type Row = typeof Row.Type

/** The loaded state of one moment. */
export interface LoadedGrant {
  /** Version of the event's configuration. */
  readonly version: bigint | null
  /** The earlier request with this id; null when there is none. */
  readonly before: { readonly hash: string; readonly accountId: bigint } | null
  /** When the same request without an id was last granted, and the present time, both by the clock of the database. */
  readonly lastGrantedAt: DateTime.Utc | undefined
  readonly loadedAt: DateTime.Utc
  /** The tag with the PIN. */
  readonly known: Omit<KnownTag, "presale">
  /** The customer whose tag has the chip; null when there is none. */
  readonly customer: {
    readonly accountId: bigint
    readonly userTagId: bigint | null
    readonly vouchers: number
    /** The tags that the account had before, the latest first. */
    readonly formerTags: typeof FormerTags.Type
  } | null
}

/** A decided grant. */
export interface NewGrant {
  /** The vouchers: postings by the signed-in user, perhaps none. */
  readonly entry: JournalEntry
  /** The account that gets them. */
  readonly accountId: bigint
  /** The tag that is handed out; null when the customer has one. */
  readonly opening: TagOpening | null
  readonly requestId: string | null
  readonly requestHash: string
  readonly audit: NewAuditLog
}

/** The outcome of a grant; the function `book_grant` explains each. */
const Stored = Schema.Union([
  Schema.Struct({
    outcome: Schema.Literal("booked"),
    ...Struct.omit(AccountRow.fields, ["restriction", "user_tag_variant_ids", "user_tag_variant_names"]),
    /** The kinds of wristbands that its tag is of; null without a tag. */
    variant_ids: nullOr(Schema.Array(Id))
  }),
  Schema.Struct({ outcome: Schema.Literals(["exists", "stale", "lost"]) })
])

/** Loads the data that grants are decided on, and stores grants through the database function `book_grant`. */
export class GrantRepository extends Context.Service<GrantRepository>()("core/GrantRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const rows = SqlSchema.findOne({
      Request: unencoded<GrantKey>(),
      Result: Row,
      execute: ({ contentHash, eventId, pin, requestId, uid }) =>
        sql`select loaded.*, coalesce((
            select ${sql.literal(formerTags)} from account
            where account.event_id = ${eventId}::bigint and account.id = loaded.account_id
          ), '[]') as tag_history, clock_timestamp() as loaded_at, (
            select created_at from grant_request
            where event_id = ${eventId}::bigint and request_hash = ${contentHash}::text
            order by created_at desc limit 1
          ) as last_granted_at
          from load_grant(${eventId}::bigint, ${requestId}::uuid, ${pin}::text, ${String(uid)}::numeric) loaded`
    })

    const book = SqlSchema.findOne({
      Request: unencoded<ReturnType<typeof statementOf>>(),
      Result: Stored,
      execute: ({ audit, entries, guards, openings, postings, request }) =>
        sql`select * from book_grant(
          ${sql.json(openings)}, ${sql.json(request)}, ${sql.json(audit)}, ${sql.json(entries)}, ${sql.json(guards)},
          ${sql.json(postings)}
        )`
    })

    return {
      load: (key: GrantKey) => Effect.map(rows(key), toLoaded),
      /** Stores the grant with its audit entry, either all or nothing. */
      store: (grant: NewGrant) => book(statementOf(grant))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const toLoaded = (row: Row): LoadedGrant => ({
  version: row.version,
  before: row.request_hash === null || row.granted_account_id === null
    ? null
    : { hash: row.request_hash, accountId: row.granted_account_id },
  lastGrantedAt: row.last_granted_at ?? undefined,
  loadedAt: row.loaded_at,
  known: { ...toKnownTag(row), newAccountId: row.new_account_id ?? 0n },
  customer: row.account_type !== "private" || row.account_id === null ? null : {
    accountId: row.account_id,
    userTagId: row.account_tag_id,
    vouchers: row.vouchers ?? 0,
    formerTags: row.tag_history
  }
})

const statementOf = ({ accountId, audit, entry, opening, requestHash, requestId }: NewGrant) => ({
  ...toStatement([entry]),
  openings: opening === null ? [] : [toOpeningRow(opening)],
  request: {
    event_id: Number(entry.eventId),
    request_id: requestId,
    request_hash: requestHash,
    account_id: Number(accountId)
  },
  audit: auditRow(audit)
})
