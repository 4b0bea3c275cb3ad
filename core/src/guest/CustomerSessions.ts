import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AccessDenied, NotFound, Unauthorized } from "../base/Refusal.ts"
import { networkOf } from "../base/SenderNetwork.ts"
import type { AuditKind } from "../organisation/AuditKind.ts"
import { originators } from "../organisation/AuditLog.ts"
import { AuditLogRepository } from "../organisation/AuditLogRepository.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import { portalSignIn, successfulSignIns } from "../organisation/SignInLimit.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { hashToken, makeToken } from "../organisation/Token.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { SignedInCustomer } from "../wristband/CustomerSession.ts"
import { CustomerSessionRepository, type Holder } from "../wristband/CustomerSessionRepository.ts"
import { accountRules } from "./AccountRules.ts"
import { guestView } from "./Customer.ts"
import { type CustomerLogin, LoginResponse } from "./CustomerLogin.ts"
import { CustomerRepository } from "./CustomerRepository.ts"

/** Sessions of guests in the customer portal. */
export class CustomerSessions extends Context.Service<CustomerSessions>()("core/CustomerSessions", {
  make: Effect.gen(function*() {
    const { withTransaction } = yield* SqlClient.SqlClient
    const codes = yield* PrintedCodes
    const sessions = yield* CustomerSessionRepository
    const customers = yield* CustomerRepository
    const nodes = yield* NodeRepository
    const audit = yield* AuditLogRepository
    const limits = yield* SignInLimits

    const read = Effect.fnUntraced(function*(eventId: bigint, id: bigint) {
      const [customer] = yield* customers.list({ eventId, id })
      return customer === undefined
        ? yield* new NotFound({ element_type: "customer", element_id: id })
        : guestView(customer)
    })

    /** The account of the signed-in guest. */
    const customer = Effect.fn("CustomerSessions.customer")(
      ({ accountId, eventId }: SignedInCustomer) => read(eventId, accountId),
      dieOnInfrastructure
    )

    /** The account that a text opens, and the PIN or portal token that it was read as. */
    const openedBy = Effect.fnUntraced(function*(nodeId: bigint, typed: string) {
      const asTyped = yield* sessions.openedBy({ nodeId, text: typed })
      const [text = typed] = asTyped.length > 0 ? [typed] : yield* codes.pins(nodeId, [typed])
      const [found, ...others] = text === typed ? asTyped : yield* sessions.openedBy({ nodeId, text })
      return found === undefined || others.length > 0 ? undefined : { found, text }
    })

    const holder = Effect.fnUntraced(function*({ node_id, pin, user_tag_uid: uid }: CustomerLogin) {
      const shown = yield* openedBy(node_id, pin)
      if (shown === undefined || uid === null) return shown
      const [guest] = yield* customers.list({ eventId: shown.found.event_id, id: shown.found.account_id })
      return guest?.user_tag_uid === uid ? shown : undefined
    })

    /**
     * Why credentials open nothing. Of a wristband that its guest lost, the right PIN learns what became of it, and no other: guesses
     * were counted before.
     */
    const refusalOf = Effect.fnUntraced(function*({ node_id, pin, user_tag_uid: uid }: CustomerLogin) {
      const [stored = pin] = yield* codes.pins(node_id, [pin])
      const exchanged = yield* sessions.lost({ nodeId: node_id, pin: stored, uid })
      if (exchanged === undefined) return accountRules.sign_in_failed
      return exchanged ? accountRules.wristband_exchanged : accountRules.wristband_blocked
    })

    const auditFailure = Effect.fnUntraced(function*(nodeId: bigint, address: string) {
      if ((yield* nodes.chain(nodeId)).length === 0) return
      yield* audit.insert({
        nodeId,
        logType: "customer_sign_in_failed",
        userId: null,
        terminalId: null,
        content: { address, by: originators.visitor }
      })
    })

    /**
     * Opens no session if the wristband was switched or disabled, or the event archived, since the account was found.
     */
    const open = Effect.fnUntraced(
      function*(found: Holder, text: string, address: string) {
        const { hash, token } = yield* makeToken
        if (!(yield* sessions.open(hash, found, text, address))) return
        yield* sessions.prune(found)
        yield* audit.insert({
          nodeId: found.event_id,
          logType: "customer_signed_in",
          userId: null,
          terminalId: null,
          content: { id: found.account_id, address, by: originators.guest }
        })
        return token
      },
      withTransaction
    )

    /** Opens a session with the PIN of a tag of the event, or with the portal token of a ticket voucher. */
    const signIn = Effect.fn("CustomerSessions.signIn")(
      function*(login: CustomerLogin, address: string) {
        const refused = Effect.andThen(
          auditFailure(login.node_id, address),
          Effect.flatMap(refusalOf(login), (rule) => Effect.fail(AccessDenied.of(rule)))
        )
        const shown = yield* limits.guard({
          attempt: portalSignIn({ eventId: login.node_id, tagUid: login.user_tag_uid, address }),
          check: holder(login),
          accountOf: ({ found: { account_id } }) => String(account_id)
        })
        if (shown === undefined) return yield* refused
        const { found, text } = shown
        yield* limits.consume(
          successfulSignIns(`guest ${found.event_id} ${found.account_id}`, networkOf(address))
        )
        // Read first, because bookings of the guest wait while the session is opened.
        const guest = yield* read(found.event_id, found.account_id)
        const access_token = (yield* open(found, text, address)) ?? (yield* refused)
        return new LoginResponse({ customer: guest, access_token, grant_type: "bearer" })
      },
      dieOnInfrastructure
    )

    /** Returns the account and session of a token. */
    const verify = Effect.fn("CustomerSessions.verify")(function*(token: string) {
      const sessionHash = hashToken(token)
      const found = yield* sessions.holderOf(sessionHash)
      if (found === undefined) return yield* new Unauthorized()
      return { eventId: found.event_id, accountId: found.account_id, sessionHash } satisfies SignedInCustomer
    }, dieOnInfrastructure)

    const signOut = Effect.fn("CustomerSessions.signOut")(
      ({ sessionHash }: SignedInCustomer) => Effect.orDie(Effect.asVoid(sessions.remove(sessionHash)))
    )

    const auditEnd = (eventId: bigint, logType: AuditKind, content: { readonly [field: string]: unknown }) =>
      audit.insert({
        nodeId: eventId,
        logType,
        userId: null,
        terminalId: null,
        content: { ...content, by: originators.guest }
      })

    /** The sessions of the caller's account, newest first. */
    const list = Effect.fn("CustomerSessions.list")(({ accountId, eventId, sessionHash }: SignedInCustomer) =>
      Effect.orDie(sessions.list({ event_id: eventId, account_id: accountId, hash: sessionHash }))
    )

    /** Ends one of the account's own sessions; its token stops working at once. */
    const revoke = Effect.fn("CustomerSessions.revoke")(
      function*({ accountId, eventId }: SignedInCustomer, id: bigint) {
        if (!(yield* sessions.removeOne({ event_id: eventId, account_id: accountId }, id))) {
          return yield* new NotFound({ element_type: "session", element_id: id })
        }
        yield* auditEnd(eventId, "customer_session_revoked", { id: accountId, session_id: id })
      },
      withTransaction,
      dieOnInfrastructure
    )

    /** Ends all sessions of the account but the caller's. */
    const revokeOthers = Effect.fn("CustomerSessions.revokeOthers")(
      function*({ accountId, eventId, sessionHash }: SignedInCustomer) {
        const count = yield* sessions.removeOthers({ event_id: eventId, account_id: accountId }, sessionHash)
        if (count > 0) yield* auditEnd(eventId, "customer_sessions_revoked", { id: accountId, count })
      },
      withTransaction,
      Effect.orDie
    )

    return { customer, list, revoke, revokeOthers, signIn, signOut, verify }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    AuditLogRepository.layer,
    CustomerRepository.layer,
    CustomerSessionRepository.layer,
    NodeRepository.layer,
    PrintedCodes.layer,
    SignInLimits.layer
  ]))
}
