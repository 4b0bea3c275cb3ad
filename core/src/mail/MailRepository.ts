import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { abandoned, ListedMail, Mail, type MailDelivery, type SenderTurn } from "./Mail.ts"

/** Largest number of mails erased by one statement. */
const erasedAtOnce = 1000

/** The mails of events, and each event's turn: the right of one process to send. */
export class MailRepository extends Context.Service<MailRepository>()("core/MailRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    /** Queues mails of one event in the given order; a mail whose key already exists stays unchanged. */
    const insert = (eventId: bigint, mails: ReadonlyArray<NewMail>, now: DateTime.Utc) =>
      sql`insert into mail (event_id, key, template, recipient, subject, body, status, created_at, next_try, problem)
        select ${eventId}::bigint, key, template, recipient, subject, body,
          case when problem is null then 'queued' else 'failed' end, ${instant(now)}::timestamptz,
          case when problem is null then ${instant(now)}::timestamptz end, problem
        from rows from (jsonb_to_recordset(${sql.json(mails)})
            as (key text, template text, recipient text, subject text, body text, problem text))
          with ordinality as given (key, template, recipient, subject, body, problem, place)
        order by place
        on conflict (event_id, key) do nothing`

    const dueEvents = SqlSchema.findAll({
      Request: unencoded<DateTime.Utc>(),
      Result: Schema.Struct({ event_id: Id }),
      execute: (now) =>
        sql`select event.event_id from event left join mail_turn turn on turn.event_id = event.event_id
          where (event.settings->>'email_enabled')::boolean
            and (turn.event_id is null or ${isFree(now)})
            and exists (
              select from mail where mail.event_id = event.event_id and mail.next_try <= ${instant(now)}::timestamptz
            )
          order by event.event_id`
    })

    const isFree = (now: DateTime.Utc) =>
      sql`turn.free_at <= ${instant(now)}::timestamptz
        and (turn.lease_until is null or turn.lease_until <= ${instant(now)}::timestamptz)`

    const takeTurn = SqlSchema.findAll({
      Request: unencoded<Claim>(),
      Result: Schema.Struct({ failures: Schema.Int }),
      execute: ({ eventId, leaseUntil, now }) =>
        sql`insert into mail_turn as turn (event_id, free_at, lease_until)
          values (${eventId}, ${instant(now)}::timestamptz, ${instant(leaseUntil)}::timestamptz)
          on conflict (event_id) do update set lease_until = excluded.lease_until where ${isFree(now)}
          returning turn.failures`
    })

    const takeMail = SqlSchema.findAll({
      Request: unencoded<Claim>(),
      Result: Mail,
      execute: ({ eventId, leaseUntil, now }) =>
        sql`with next as (
          select event_id, id from mail
          where event_id = ${eventId} and next_try <= ${instant(now)}::timestamptz and status = 'queued'
          order by next_try, id limit 1 for update
        )
        update mail set status = 'sending', attempts = mail.attempts + 1,
          next_try = ${instant(leaseUntil)}::timestamptz
        from next where mail.event_id = next.event_id and mail.id = next.id
        returning mail.event_id, mail.id, mail.recipient, mail.subject, mail.body, mail.attempts, mail.created_at`
    })

    // The caller holds the turn, so no other process is sending.
    const giveUpAbandoned = (eventId: bigint) =>
      sql`update mail set status = 'failed', next_try = null, problem = ${abandoned}
        where event_id = ${eventId} and next_try is not null and status = 'sending'`

    /** Takes the event's turn and its next mail. No other process sends for the event before the lease is over. */
    const claim = Effect.fnUntraced(function*(request: Claim) {
      const [turn] = yield* takeTurn(request)
      if (turn === undefined) return undefined
      yield* giveUpAbandoned(request.eventId)
      const [mail] = yield* takeMail(request)
      if (mail !== undefined) return { mail, failures: turn.failures }
      yield* sql`update mail_turn set lease_until = null where event_id = ${request.eventId}`
      return undefined
    }, sql.withTransaction)

    /**
     * Ends the turn and stores the outcome of the mail. Returns `false` if it took longer than the lease and was given
     * up.
     */
    const settle = Effect.fnUntraced(function*(mail: Mail, to: MailDelivery, { failures, free_at }: SenderTurn) {
      const settled = yield* sql`update mail set status = ${to.status}, problem = ${to.problem},
          next_try = ${instant(to.next_try)}::timestamptz, sent_at = ${instant(to.sent_at)}::timestamptz
        where event_id = ${mail.event_id} and id = ${mail.id} and status = 'sending' and attempts = ${mail.attempts}
        returning id`
      if (settled.length === 0) return false
      yield* sql`update mail_turn set free_at = ${
        instant(free_at)
      }::timestamptz, failures = ${failures}, lease_until = null
        where event_id = ${mail.event_id}`
      return true
    }, sql.withTransaction)

    const unsent = SqlSchema.findAll({
      Request: unencoded<UndeliveredPage>(),
      Result: ListedMail,
      execute: ({ eventId, page }) =>
        sql`select event_id, id, template, recipient, status, attempts, created_at, next_try, problem from mail
          where problem is not null and erased_at is null and (${eventId}::bigint is null or event_id = ${eventId})
            and (${page?.cursor ?? null}::bigint is null or (created_at, id) > (
              select before.created_at, before.id from mail before
              where before.event_id = mail.event_id and before.id = ${page?.cursor ?? null}
            ))
          order by event_id, created_at, id ${limitTo(sql, page)}`
    })

    const requeue = SqlSchema.findAll({
      Request: unencoded<Requeue>(),
      Result: Schema.Struct({ id: Id }),
      execute: ({ eventId, id, now }) =>
        sql`update mail set status = 'queued', attempts = 0, next_try = ${instant(now)}::timestamptz
          where event_id = ${eventId} and status in ('failed', 'queued') and problem is not null and erased_at is null
            and (${id}::bigint is null or id = ${id})
          returning id`
    })

    /** Makes the server available at once; a mail that is being sent keeps its turn. */
    const freeTurn = (eventId: bigint, now: DateTime.Utc) =>
      sql`update mail_turn set free_at = least(free_at, ${instant(now)}::timestamptz), failures = 0
        where event_id = ${eventId}`

    // In batches, skipping mails that an operator is retrying at the moment.
    const eraseSome = (writtenBefore: DateTime.Utc, now: DateTime.Utc) =>
      Effect.map(
        sql`update mail set subject = '', body = '', erased_at = ${instant(now)}::timestamptz
          from (
            select event_id, id from mail
            where erased_at is null and next_try is null and created_at < ${instant(writtenBefore)}::timestamptz
            limit ${erasedAtOnce} for update skip locked
          ) as old
          where mail.event_id = old.event_id and mail.id = old.id
          returning mail.id`,
        (erased) => erased.length
      )

    return {
      claim,
      /** Erases the text of some sent or failed mails that were created before the given time; returns how many. */
      eraseSome,
      insert,
      settle,
      /** The events with mail to send whose turn is free. */
      dueEvents: (now: DateTime.Utc) => Effect.map(dueEvents(now), (rows) => rows.map(({ event_id }) => event_id)),
      /** Mail whose last try failed and whose text still exists, oldest first; of one event, or of all. */
      unsent: (eventId: bigint | null, page?: Page) => unsent({ eventId, page }),
      /** Queues one of the `unsent` mails, or all of them, as if they were new; returns their ids. */
      retry: Effect.fnUntraced(function*(request: Requeue) {
        const ids = Array.from(yield* requeue(request), ({ id }) => id)
        if (ids.length > 0) yield* freeTurn(request.eventId, request.now)
        return ids.toSorted((left, right) => left < right ? -1 : 1)
      }, sql.withTransaction)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A mail to be stored. One with a problem can't be sent and is stored as failed. */
interface NewMail {
  readonly key: string | null
  readonly template: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly problem: string | null
}

interface Claim {
  readonly eventId: bigint
  readonly now: DateTime.Utc
  readonly leaseUntil: DateTime.Utc
}

interface UndeliveredPage {
  readonly eventId: bigint | null
  readonly page: Page | undefined
}

interface Requeue {
  readonly eventId: bigint
  /** Null for all mails. */
  readonly id: bigint | null
  readonly now: DateTime.Utc
}
