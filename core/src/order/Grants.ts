import { Context, Effect, Layer } from "effect"
import { SqlError } from "effect/sql"
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
import { GrantRepository } from "./GrantRepository.ts"
import { GrantRequests } from "./GrantRequests.ts"
import type { TransferDraft } from "./Order.ts"

/** Free tickets and vouchers handed out at terminals; both are in the audit log. */
export class Grants extends Context.Service<Grants>()("core/Grants", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const changes = yield* Changes
    const grants = yield* GrantRepository
    const ledger = yield* LedgerStore
    const requests = yield* GrantRequests

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

    /** The tag of a free ticket, when nothing stands against giving it out. */
    const freeTag = Effect.fnUntraced(function*({ configuration, node }: TerminalStanding, grant: NewFreeTicketGrant) {
      const { eventId } = configuration
      const nodes = eventPathTo(configuration, node.id)
      const tag = yield* grants.tag({ eventId, nodes, pin: grant.user_tag_pin, uid: grant.user_tag_uid })
      if (tag === undefined) return yield* refuse("There is no tag with this PIN here")
      if (tag.used) return yield* refuse("This tag has been given to a customer already")
      if (tag.reserved) return yield* refuse("This tag is being sold")
      if (tag.chip_taken) return yield* refuse("Another tag has this chip")
      if (tag.uid !== null && tag.uid !== grant.user_tag_uid) {
        return yield* refuse("The PIN belongs to a tag with another chip")
      }
      return tag.id
    })

    /** A tag without account becomes a customer's, with vouchers if wanted. */
    const freeTicket = Effect.fn("Grants.freeTicket")((standing: TerminalStanding, grant: NewFreeTicketGrant) => {
      const { configuration } = standing
      const { eventId } = configuration
      return requests.once(
        "grant-free-ticket",
        eventId,
        grant,
        changes.run(
          actorOf(standing),
          ({ id }) => ({
            logType: "free_ticket_granted",
            content: { account_id: Number(id), vouchers: grant.initial_voucher_amount }
          }),
          Effect.gen(function*() {
            yield* grants.lock(eventId, grant.user_tag_pin)
            yield* requests.check(eventId, grant)
            const id = yield* grants.open(eventId, yield* freeTag(standing, grant), grant.user_tag_uid)
            yield* requests.take("grant-free-ticket", eventId, grant, id)
            const draft = yield* Effect.fromResult(grantFreeTicket(id, grant.initial_voucher_amount, configuration))
            if (draft !== null) yield* store(configuration, userOf(standing), draft)
            return yield* account(eventId, id)
          }).pipe(Effect.catchIf(isTaken, () => refuse("The tag or its chip was used just now, please try again"))),
          aside
        )
      )
    })

    /** More vouchers for a customer. */
    const vouchers = Effect.fn("Grants.vouchers")((standing: TerminalStanding, grant: GrantVoucherPayload) => {
      const { configuration } = standing
      const { eventId } = configuration
      return requests.once(
        "grant-vouchers",
        eventId,
        grant,
        changes.run(
          actorOf(standing),
          ({ id }) => ({
            logType: "vouchers_granted",
            content: { account_id: Number(id), vouchers: grant.vouchers }
          }),
          Effect.gen(function*() {
            const found = yield* accounts.byUid(eventId, grant.user_tag_uid)
            if (found === undefined || found.type !== "private") {
              return yield* refuse(`No customer has the tag ${toHex(grant.user_tag_uid)}`)
            }
            yield* requests.take("grant-vouchers", eventId, grant, found.id)
            const customer = { accountId: found.id, userTagId: found.user_tag_id, vouchers: found.vouchers }
            const draft = yield* Effect.fromResult(grantVouchers(customer, grant.vouchers, configuration))
            yield* store(configuration, userOf(standing), draft)
            return yield* account(eventId, found.id)
          }),
          aside
        )
      )
    })

    return { freeTicket, vouchers }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide(Layer.merge(GrantRepository.layer, GrantRequests.layer))
  )
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
