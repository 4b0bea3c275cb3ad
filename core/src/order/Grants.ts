import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { JournalEntry } from "../ledger/JournalEntry.ts"
import { LedgerStore } from "../ledger/LedgerStore.ts"
import type { Actor } from "../organisation/Caller.ts"
import { type ChangeOptions, Changes } from "../organisation/Changes.ts"
import type { EventConfiguration } from "../organisation/EventConfiguration.ts"
import { eventPathTo } from "../organisation/EventConfiguration.ts"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { AccountRepository } from "../tag/AccountRepository.ts"
import { toHex } from "../tag/TagUid.ts"
import type { TerminalStanding } from "../till/TerminalStanding.ts"
import { grantFreeTicket, type GrantVoucherPayload, grantVouchers, type NewFreeTicketGrant } from "./Grant.ts"
import type { TransferDraft } from "./Order.ts"

/** Free tickets and vouchers handed out at terminals; both are in the audit log. */
export class Grants extends Context.Service<Grants>()("core/Grants", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const changes = yield* Changes
    const ledger = yield* LedgerStore
    const sql = yield* SqlClient.SqlClient

    const store = (configuration: EventConfiguration, userId: bigint, draft: TransferDraft) =>
      Effect.flatMap(
        ledger.store(entryOf(configuration, userId, draft)),
        ({ outcome }) =>
          outcome === "booked"
            ? Effect.void
            : Effect.fail(new InvalidArgument({ message: "The tag was used just now, please try again" }))
      )

    const account = Effect.fnUntraced(function*(eventId: bigint, id: bigint) {
      const found = yield* accounts.byId(eventId, id)
      return found ?? (yield* Effect.die(new Error(`Account ${id} is gone`)))
    })

    /** A tag without account becomes a customer's, with vouchers if wanted. */
    const freeTicket = Effect.fn("Grants.freeTicket")((standing: TerminalStanding, grant: NewFreeTicketGrant) =>
      changes.run(
        actorOf(standing),
        ({ id }) => ({
          logType: "free_ticket_granted",
          content: { account_id: Number(id), vouchers: grant.initial_voucher_amount }
        }),
        Effect.gen(function*() {
          const { configuration } = standing
          const { eventId } = configuration
          // Of two who grant the same tag the second sees what the first has done.
          yield* sql`select from user_tag where event_id = ${eventId} and pin = ${grant.user_tag_pin} for no key update`
          const [tag] = yield* sql<{ id: bigint; taken: boolean }>`
            select tag.id, exists (
              select from account where account.event_id = tag.event_id and account.user_tag_id = tag.id
            ) or exists (
              select from user_tag_history past where past.event_id = tag.event_id and past.user_tag_id = tag.id
            ) as taken
            from user_tag tag
            where tag.event_id = ${eventId} and tag.pin = ${grant.user_tag_pin}
              and tag.node_id = any(${eventPathTo(configuration, standing.node.id)}::bigint[])`
          if (tag === undefined) return yield* refuse("There is no tag with this PIN here")
          if (tag.taken) return yield* refuse("This tag has been given to a customer already")
          const [other] = yield* sql<{ id: bigint }>`
            select id from user_tag where event_id = ${eventId} and uid = ${String(grant.user_tag_uid)}::numeric
              and id <> ${tag.id}`
          if (other !== undefined) return yield* refuse("Another tag has this chip")
          yield* sql`update user_tag set uid = ${String(grant.user_tag_uid)}::numeric
            where event_id = ${eventId} and id = ${tag.id}`
          const [created] = yield* sql<{ id: bigint }>`insert into account ${
            sql.insert({ event_id: eventId, node_id: eventId, type: "private", user_tag_id: tag.id })
          } returning id`
          yield* sql`insert into customer ${sql.insert({ event_id: eventId, account_id: created!.id })}`
          const draft = yield* Effect.fromResult(
            grantFreeTicket(created!.id, grant.initial_voucher_amount, configuration)
          )
          if (draft !== null) yield* store(configuration, userOf(standing), draft)
          return yield* account(eventId, created!.id)
        }).pipe(Effect.catchIf(isTaken, () => refuse("The tag or its chip was used just now, please try again"))),
        aside
      )
    )

    /** More vouchers for a customer. */
    const vouchers = Effect.fn("Grants.vouchers")((standing: TerminalStanding, grant: GrantVoucherPayload) =>
      changes.run(
        actorOf(standing),
        ({ id }) => ({
          logType: "vouchers_granted",
          content: { account_id: Number(id), vouchers: grant.vouchers }
        }),
        Effect.gen(function*() {
          const { configuration } = standing
          const found = yield* accounts.byUid(configuration.eventId, grant.user_tag_uid)
          if (found === undefined || found.type !== "private") {
            return yield* refuse(`No customer has the tag ${toHex(grant.user_tag_uid)}`)
          }
          const customer = { accountId: found.id, userTagId: found.user_tag_id, vouchers: found.vouchers }
          const draft = yield* Effect.fromResult(grantVouchers(customer, grant.vouchers, configuration))
          yield* store(configuration, userOf(standing), draft)
          return yield* account(configuration.eventId, found.id)
        }),
        aside
      )
    )

    return { freeTicket, vouchers }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const refuse = (message: string) => Effect.fail(new InvalidArgument({ message }))

/** Guests come in by the hundred while the tills sell, so a grant must not make their configuration look changed. */
const aside: ChangeOptions = { aside: true }

const isTaken = (error: unknown) => SqlError.isSqlError(error) && error.reason._tag === "UniqueViolation"

/** Grants need a privilege, so somebody is signed in. */
const userOf = ({ person }: TerminalStanding): bigint => {
  if (person === null) throw new Error("A grant needs somebody signed in")
  return person.id
}

const actorOf = (standing: TerminalStanding): Actor => ({
  userId: userOf(standing),
  terminalId: standing.terminal.id,
  node: standing.node,
  eventId: standing.configuration.eventId
})

const entryOf = ({ eventId }: EventConfiguration, userId: bigint, draft: TransferDraft): JournalEntry => ({
  eventId,
  version: null,
  order: null,
  conductingUserId: userId,
  description: draft.description,
  postings: draft.postings,
  guards: draft.guards
})
