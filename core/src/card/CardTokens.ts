import { type Cause, Context, DateTime, Effect, Fiber, Layer, Redacted, Schedule, Scope } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { CardSettings, EventConfiguration } from "../event/EventConfiguration.ts"
import { originators } from "../organisation/AuditLog.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { type CardAccess, CardAccessProvider, type CardCredentials, isFresh, isUsable, pause } from "./CardAccess.ts"
import { cardRules } from "./CardRules.ts"
import { CardStandIn, providerOf } from "./CardStandIn.ts"
import { CardTokenRepository } from "./CardTokenRepository.ts"

/** Longest time that a terminal's request for its configuration waits for the card provider. */
const renewalTimeout = "1 second"

/** An event's OAuth client at the provider. */
interface App {
  readonly eventId: bigint
  readonly clientId: string
  readonly sealedSecret: string
  /** The address that `providerOf` returns. */
  readonly provider: URL | null
}

/** The access of one event. */
interface Slot {
  /** The provider's account; a different account needs other access. */
  readonly account: string
  access: CardAccess | null
  /** Earliest time of the next renewal; null unless the last one failed. */
  notBefore: DateTime.DateTime | null
  /** The running renewal, which all concurrent callers share. */
  renewing: Fiber.Fiber<void> | null
  /** A refresh token that could not be stored yet, and the stored one that it replaces. */
  unsaved: { readonly stored: Redacted.Redacted; readonly token: Redacted.Redacted } | null
}

/** The access of events' card readers to the card provider, kept in memory and renewed before it expires. */
export class CardTokens extends Context.Service<CardTokens>()("core/CardTokens", {
  make: Effect.gen(function*() {
    const provider = yield* CardAccessProvider
    const tokens = yield* CardTokenRepository
    const changes = yield* Changes
    const secrets = yield* Secrets
    const standIn = yield* CardStandIn
    const scope = yield* Scope.Scope
    const slots = new Map<bigint, Slot>()

    const seal = (eventId: bigint, token: Redacted.Redacted) =>
      secrets.seal(tokenLocation(eventId), Redacted.value(token))

    const slotOf = (eventId: bigint, account: string): Slot => {
      const known = slots.get(eventId)
      if (known?.account === account) return known
      // A renewed refresh token remains valid when other settings of the account change.
      const unsaved = known?.unsaved ?? null
      const slot: Slot = { account, access: null, notBefore: null, renewing: null, unsaved }
      slots.set(eventId, slot)
      return slot
    }

    const storedToken = (eventId: bigint, sealed: string) =>
      Effect.map(secrets.open(tokenLocation(eventId), sealed), Redacted.make)

    /**
     * Stores a renewed token in a transaction of its own, with an audit entry; a token that an administrator set
     * meanwhile is kept. Tokens are compared in clear text, because the replaced one may have been resealed meanwhile.
     */
    const save = (eventId: bigint, slot: Slot, { stored, token }: NonNullable<Slot["unsaved"]>) =>
      changes.run(
        { userId: null, terminalId: null, node: { id: eventId }, eventId, by: originators.program },
        () => ({ logType: "card_token_renewed", content: { id: eventId } }),
        Effect.gen(function*() {
          const [row] = yield* tokens.lock(eventId)
          if (row === undefined || !isSame(yield* storedToken(eventId, row.sealed), stored)) {
            return yield* InvalidArgument.of(cardRules.token_replaced)
          }
          yield* tokens.set({ eventId, sealed: seal(eventId, token) })
        }),
        { withoutVersion: true }
      ).pipe(
        Effect.catchTag("InvalidArgument", () => Effect.void),
        Effect.sandbox,
        Effect.retry({ schedule: Schedule.exponential("100 millis"), times: 4 }),
        Effect.matchCauseEffect({
          onSuccess: () => Effect.sync(() => slot.unsaved = null),
          onFailure: (cause) => Effect.logError("The card provider's new refresh token could not be stored yet", cause)
        })
      )

    /** The refresh token to use, and the one in the database; null if there is none. */
    const current = Effect.fnUntraced(function*(eventId: bigint, slot: Slot) {
      const [row] = yield* tokens.find(eventId)
      if (row === undefined) return null
      const stored = yield* storedToken(eventId, row.sealed)
      if (slot.unsaved !== null && isSame(slot.unsaved.stored, stored)) {
        return { stored, refreshToken: slot.unsaved.token }
      }
      slot.unsaved = null
      return { stored, refreshToken: stored }
    })

    /** Can't be interrupted after the answer: a lost refresh token could not be recovered. */
    const exchange = (eventId: bigint, slot: Slot, credentials: CardCredentials, stored: Redacted.Redacted) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const { access, refreshToken } = yield* restore(provider.renew(credentials))
          slot.access = access
          slot.notBefore = null
          if (!isSame(refreshToken, credentials.refreshToken)) slot.unsaved = { stored, token: refreshToken }
          if (slot.unsaved !== null) yield* save(eventId, slot, slot.unsaved)
        })
      )

    const renew = Effect.fnUntraced(function*(slot: Slot, { clientId, eventId, provider: address, sealedSecret }: App) {
      const clientSecret = Redacted.make(
        yield* secrets.open(eventSecret(eventId, "sumup_oauth_client_secret"), sealedSecret)
      )
      const found = yield* current(eventId, slot)
      if (found === null) return
      const attempt = ({ refreshToken, stored }: typeof found) =>
        exchange(eventId, slot, { clientId, clientSecret, refreshToken, provider: address }, stored)
      yield* Effect.catch(attempt(found), (error) =>
        Effect.flatMap(current(eventId, slot), (now) =>
          // Another server may have used the same token, which is invalid afterwards.
          error.reason === "refused" && now !== null && !isSame(now.stored, found.stored)
            ? attempt(now)
            : Effect.fail(error)))
    })

    const postpone = Effect.fnUntraced(function*(slot: Slot, cause: Cause.Cause<unknown>) {
      slot.notBefore = DateTime.addDuration(yield* DateTime.now, pause)
      yield* Effect.logWarning("Access to the card provider could not be renewed", cause)
    })

    const begin = (slot: Slot, app: App) =>
      Effect.uninterruptible(Effect.gen(function*() {
        if (slot.renewing !== null) return slot.renewing
        const fiber = yield* Effect.forkIn(
          renew(slot, app).pipe(
            Effect.catchCause((cause) => postpone(slot, cause)),
            Effect.annotateLogs({ event: app.eventId }),
            Effect.ensuring(Effect.sync(() => slot.renewing = null)),
            Effect.interruptible
          ),
          scope
        )
        if (fiber.pollUnsafe() === undefined) slot.renewing = fiber
        return fiber
      }))

    /** Access that lasts at least two minutes; null if none can be had within a second. */
    const of = Effect.fn("CardTokens.of")(function*(configuration: EventConfiguration) {
      const { card, eventId } = configuration
      const { oauthClientId: clientId, oauthClientSecret: sealedSecret } = card
      if (clientId === "" || sealedSecret === null) return null
      const slot = slotOf(eventId, accountOf(card))
      const now = yield* DateTime.now
      if (slot.access !== null && isFresh(slot.access, now)) return slot.access
      if (slot.notBefore === null || DateTime.isLessThanOrEqualTo(slot.notBefore, now)) {
        const renewing = yield* begin(slot, {
          clientId,
          eventId,
          sealedSecret,
          provider: providerOf(standIn, configuration)
        })
        yield* Effect.timeoutOption(Fiber.await(renewing), renewalTimeout)
      }
      return slot.access !== null && isUsable(slot.access, yield* DateTime.now) ? slot.access : null
    })

    /** Connects the event to the card provider by storing its refresh token; `first` runs in the same transaction. */
    const connect = Effect.fn("CardTokens.connect")(
      <E = never>(caller: AtEvent, refreshToken: Redacted.Redacted, first: Effect.Effect<void, E> = Effect.void) =>
        Effect.ensuring(
          changes.run(
            caller,
            () => ({ logType: "card_token_set", content: { id: caller.eventId } }),
            Effect.andThen(
              first,
              Effect.suspend(() => tokens.set({ eventId: caller.eventId, sealed: seal(caller.eventId, refreshToken) }))
            )
          ),
          Effect.sync(() => slots.delete(caller.eventId))
        )
    )

    return { connect, of }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([CardTokenRepository.layer, Changes.layer]))
}

const tokenLocation = (eventId: bigint) => eventSecret(eventId, "sumup_oauth_refresh_token")

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted) => Redacted.value(one) === Redacted.value(other)

const accountOf = ({ merchantCode, oauthClientId, oauthClientSecret }: CardSettings) =>
  `${merchantCode} ${oauthClientId} ${oauthClientSecret ?? ""}`
