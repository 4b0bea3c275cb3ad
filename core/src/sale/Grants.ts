import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import { eventPathTo } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { shownVariants } from "../event/UserTagVariant.ts"
import { decideAgain, decided, overtaken, reconfigured } from "../journal/DecideAgain.ts"
import type { TransferDraft } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import { idWithout } from "../journal/RepeatedRequestId.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TagOpening } from "../journal/TagOpening.ts"
import type { AuditKind } from "../organisation/AuditKind.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import { confirmed } from "../sql/Standby.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import type { AdmittedTerminal } from "../till/TerminalState.ts"
import { Account } from "../wristband/Account.ts"
import { AccountRepository, withHex } from "../wristband/AccountRepository.ts"
import { withDeadline } from "./Bookings.ts"
import {
  grantableAgain,
  grantFreeTicket,
  type GrantVoucherPayload,
  grantVouchers,
  type NewFreeTicketGrant,
  openFreeTag
} from "./Grant.ts"
import { type GrantKey, GrantRepository, type LoadedGrant, type NewGrant } from "./GrantRepository.ts"

/** The privilege that each kind of grant needs, as its endpoint declares it. */
type GrantPrivilege = "grant_free_tickets" | "grant_vouchers"
type GrantTerminal = AdmittedTerminal<GrantPrivilege, false>

/** A grant before its decision. */
interface GrantFlow extends Pick<GrantKey, "pin" | "requestId" | "uid"> {
  /** Tells requests for free tickets from those for vouchers. */
  readonly name: string
  /** The content, which tells a repeated grant from another one with the same id. */
  readonly content: object
  readonly logType: AuditKind
  readonly vouchers: number
  /** Whether the same request done again would grant again; others are refused then by their own rules. */
  readonly grantsAgain: boolean
  readonly decide: (loaded: LoadedGrant, state: GrantTerminal) => Result.Result<DecidedGrant, InvalidArgument>
}

interface DecidedGrant extends Pick<NewGrant, "accountId"> {
  readonly opening: TagOpening | null
  readonly draft: TransferDraft
  /** The tags that the account had before, the latest first. */
  readonly formerTags: NonNullable<LoadedGrant["customer"]>["formerTags"]
}

/** Grants of free tickets and vouchers at terminals; both are audited. */
export class Grants extends Context.Service<Grants>()("core/Grants", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const codes = yield* PrintedCodes
    const configurations = yield* EventConfigurations
    const grants = yield* GrantRepository
    const guard = yield* TerminalGuard
    const confirm = Effect.orDie(confirmed(yield* SqlClient.SqlClient))

    /** Most PINs are scanned. One that is not stored as it was sent is read as people type it, and loaded again. */
    const load = Effect.fnUntraced(function*(key: GrantKey) {
      const loaded = yield* grants.load(key)
      if (key.pin === null || loaded.known.tag !== null) return loaded
      const [pin = key.pin] = yield* codes.pins(key.eventId, [key.pin])
      return pin === key.pin ? loaded : yield* grants.load({ ...key, pin })
    })

    /** The data of one moment that a grant is decided on, if the signed-in user may make it. */
    const basisOf = Effect.fnUntraced(
      function*(
        signedIn: TerminalCall<GrantPrivilege>,
        { pin, requestId, uid }: GrantFlow,
        contentHash: string | null
      ) {
        const { eventId } = signedIn
        const loaded = yield* Effect.orDie(load({ contentHash, eventId, pin, requestId, uid }))
        const configuration = yield* Effect.orDie(configurations.atLeast(eventId, loaded.version ?? 0n))
        const state = yield* guard.admit(configuration, signedIn, { till: false, write: true })
        return { loaded, state }
      }
    )

    /** The current account of a request that was granted before. */
    const currentAccount = Effect.fnUntraced(function*(eventId: bigint, accountId: bigint) {
      const account = yield* accounts.byId(eventId, accountId)
      return account ?? (yield* Effect.die(new Error(`Account ${accountId} is gone`)))
    })

    /**
     * Decides and stores, once for each request id. A repeated request gets the current account. Storing compares the data
     * that the decision relied on; if it changed, everything is loaded and decided again.
     */
    const grant = Effect.fn("Grants.grant")(function*(signedIn: TerminalCall<GrantPrivilege>, flow: GrantFlow) {
      const { eventId } = signedIn
      const isNamed = flow.requestId !== null || !flow.grantsAgain
      const hash = requestHash(flow.name, {
        ...flow.content,
        request_id: null,
        ...isNamed ? {} : { terminal_id: signedIn.terminalId }
      })
      return yield* decideAgain(Effect.gen(function*() {
        const { loaded, state } = yield* basisOf(signedIn, flow, isNamed ? null : hash)
        if (loaded.before !== null) {
          if (loaded.before.hash !== hash) return yield* new AlreadyProcessed({ uuid: flow.requestId ?? "" })
          yield* confirm
          return decided(yield* currentAccount(eventId, loaded.before.accountId))
        }
        yield* Effect.fromResult(grantableAgain(loaded.lastGrantedAt, loaded.loadedAt))
        const granted = yield* Effect.fromResult(flow.decide(loaded, state))
        const requestId = isNamed ? flow.requestId : idWithout(hash, loaded.lastGrantedAt)
        const stored = yield* Effect.orDie(grants.store(toGrant(state, { ...flow, requestId }, hash, granted)))
        if (stored.outcome === "booked") {
          const shown = shownVariants(stored.variant_ids ?? [], state.configuration.variants)
          return decided(new Account(withHex({ ...stored, ...shown, tag_history: granted.formerTags })))
        }
        return stored.outcome === "stale" ? reconfigured : overtaken
      }))
    }, withDeadline)

    /** Gives a tag without account an account, with vouchers if requested. */
    const freeTicket = (signedIn: TerminalCall<"grant_free_tickets">, request: NewFreeTicketGrant) =>
      grant(signedIn, {
        name: "grant-free-ticket",
        content: request,
        requestId: request.request_id,
        pin: request.user_tag_pin,
        uid: request.user_tag_uid,
        logType: "free_ticket_granted",
        grantsAgain: false,
        vouchers: request.initial_voucher_amount,
        decide: ({ known }, { configuration, node }) =>
          Result.gen(function*() {
            const opening = yield* openFreeTag(known, request, eventPathTo(configuration, node.id))
            const { accountId } = opening
            return {
              accountId,
              opening,
              draft: yield* grantFreeTicket(accountId, request.initial_voucher_amount, configuration),
              formerTags: []
            }
          })
      })

    /** Gives a customer further vouchers. */
    const vouchers = (signedIn: TerminalCall<"grant_vouchers">, request: GrantVoucherPayload) =>
      grant(signedIn, {
        name: "grant-vouchers",
        content: request,
        requestId: request.request_id,
        pin: null,
        uid: request.user_tag_uid,
        logType: "vouchers_granted",
        grantsAgain: true,
        vouchers: request.vouchers,
        decide: ({ customer }, { configuration }) =>
          customer === null
            ? refuse(orderRules.grant_without_customer, { tag: toHex(request.user_tag_uid) })
            : Result.map(
              grantVouchers(customer, request.vouchers, configuration),
              (draft) => ({ accountId: customer.accountId, opening: null, draft, formerTags: customer.formerTags })
            )
      })

    return { freeTicket, vouchers }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventConfigurations.layer, PrintedCodes.layer, TerminalGuard.layer]),
    Layer.provide([AccountRepository.layer, GrantRepository.layer])
  )
}

const toGrant = (
  { configuration, node, person, terminal }: GrantTerminal,
  { logType, requestId, vouchers }: GrantFlow,
  hash: string,
  { accountId, draft, opening }: DecidedGrant
): NewGrant => ({
  accountId,
  opening,
  requestId,
  requestHash: hash,
  entry: {
    eventId: configuration.eventId,
    version: configuration.version,
    order: null,
    conductingUserId: person.id,
    ...draft
  },
  audit: {
    nodeId: node.id,
    logType,
    userId: person.id,
    terminalId: terminal.id,
    content: { account_id: Number(accountId), vouchers }
  }
})
