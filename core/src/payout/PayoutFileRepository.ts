import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { PayoutStatus } from "./Payout.ts"
import { type LineWithStatus, SepaTerms } from "./PayoutExport.ts"
import { PayoutFileRecord, PayoutLine } from "./PayoutFile.ts"
import { endToEndId } from "./PayoutRun.ts"

const LineRow = Schema.Struct({
  id: Id,
  customer_account_id: Id,
  amount: Money.Cents,
  donation: Money.Cents,
  account_name: nullOr(Schema.String),
  iban: nullOr(Schema.String),
  email: nullOr(Schema.String),
  user_tag_uid: nullOr(TagUid),
  user_tag_pin: nullOr(Schema.String),
  remittance: Schema.String,
  status: PayoutStatus
})

const StoredFile = Schema.Struct({ name: Schema.String, content: Schema.String, sha256: Schema.String })

/** A file that is kept. */
export interface StoredFile {
  readonly eventId: bigint
  readonly runId: bigint
  readonly kind: "csv" | "sepa"
  readonly name: string
  readonly content: string
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  readonly sha256: string
  readonly userId: bigint
}

const lineOf = (eventId: bigint, runId: bigint, row: typeof LineRow.Type): LineWithStatus => ({
  status: row.status,
  line: new PayoutLine({
    id: row.id,
    customerAccountId: row.customer_account_id,
    endToEndId: endToEndId(eventId, runId, row.id),
    amount: row.amount,
    donation: row.donation,
    accountName: row.account_name,
    iban: row.iban,
    email: row.email,
    userTagUid: row.user_tag_uid,
    userTagPin: row.user_tag_pin,
    remittance: row.remittance
  })
})

/** Payouts that are read by one statement: decoding them takes some milliseconds, in which no call is answered. */
const linesAtOnce = 500

/** Reads the content of files of payout runs, and keeps the files. */
export class PayoutFileRepository extends Context.Service<PayoutFileRepository>()("core/PayoutFileRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const lines = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id, after: Id }),
      Result: LineRow,
      execute: ({ after, eventId, runId }) =>
        sql`select payout.id, payout.customer_account_id, payout.amount, payout.donation, payout.account_name,
            payout.iban, payout.email, tag.uid as user_tag_uid, tag.pin as user_tag_pin, payout.remittance,
            payout.status
          from payout left join user_tag tag on tag.event_id = payout.event_id and tag.id = payout.user_tag_id
          where payout.event_id = ${eventId} and payout.payout_run_id = ${runId} and payout.id > ${after}
          order by payout.id limit ${linesAtOnce}`
    })
    const latest = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id, kind: Schema.String }),
      Result: StoredFile,
      execute: ({ eventId, kind, runId }) =>
        sql`select name, content, sha256 from payout_file
          where event_id = ${eventId} and payout_run_id = ${runId} and kind = ${kind} order by id desc limit 1`
    })
    const made = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id }),
      Result: PayoutFileRecord,
      execute: ({ eventId, runId }) =>
        sql`select id, kind, name, sha256, created_by, created_at from payout_file
          where event_id = ${eventId} and payout_run_id = ${runId} order by id desc`
    })
    const stored = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id, id: Id }),
      Result: StoredFile,
      execute: ({ eventId, id, runId }) =>
        sql`select name, content, sha256 from payout_file
          where event_id = ${eventId} and payout_run_id = ${runId} and id = ${id}`
    })
    const terms = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id }),
      Result: SepaTerms,
      execute: ({ eventId, runId }) =>
        sql`select sepa_max_per_file as "maxPerFile", sepa_sender_name as "senderName", sepa_sender_iban as "senderIban",
            sepa_spelling as spelling
          from payout_run where event_id = ${eventId} and id = ${runId} and exported_at is not null`
    })
    return {
      /** All payouts of a run in any status, by id. */
      lines: Effect.fnUntraced(function*(eventId: bigint, runId: bigint) {
        const found: Array<LineWithStatus> = []
        for (let after = 0n;;) {
          const rows: ReadonlyArray<typeof LineRow.Type> = yield* lines({ eventId, runId, after })
          for (const row of rows) found.push(lineOf(eventId, runId, row))
          const last = rows.at(-1)
          if (last === undefined || rows.length < linesAtOnce) return found
          after = last.id
        }
      }),
      /** The newest file of a kind, if there is one. */
      latest: (eventId: bigint, runId: bigint, kind: StoredFile["kind"]) =>
        Effect.map(latest({ eventId, runId, kind }), ([file]) => file),
      /** All files of a run, the newest first. */
      made: (eventId: bigint, runId: bigint) => made({ eventId, runId }),
      /** One file of a run as it was handed out. */
      find: (eventId: bigint, runId: bigint, id: bigint) =>
        Effect.map(stored({ eventId, runId, id }), ([file]) => file),
      insert: ({ content, eventId, kind, name, runId, sha256, userId }: StoredFile) =>
        sql`insert into payout_file (event_id, payout_run_id, kind, name, content, sha256, created_by)
          values (${eventId}, ${runId}, ${kind}, ${name}, ${content}, ${sha256}, ${userId})`,
      /** The terms that the first bank file of a run fixed; `undefined` before that file. */
      terms: (eventId: bigint, runId: bigint) => Effect.map(terms({ eventId, runId }), ([settled]) => settled),
      /** Records that a bank may have a file of the run. The terms of the first file stay. */
      markExported: (eventId: bigint, runId: bigint, { maxPerFile, senderIban, senderName, spelling }: SepaTerms) =>
        sql`update payout_run set exported_at = now(), sepa_max_per_file = ${maxPerFile},
            sepa_sender_name = ${senderName}, sepa_sender_iban = ${senderIban}, sepa_spelling = ${spelling}
          where event_id = ${eventId} and id = ${runId} and exported_at is null`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
