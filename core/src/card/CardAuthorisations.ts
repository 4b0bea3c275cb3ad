import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { InvalidArgument } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { hashToken, makeToken } from "../organisation/Token.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { CardAccessProvider } from "./CardAccess.ts"
import {
  CardAuthorisation,
  type CardTokenPayload,
  type NewCardAuthorisation,
  pendingConnection,
  validMinutes
} from "./CardAuthorisation.ts"
import { CardProvider } from "./CardProvider.ts"
import { cardRules } from "./CardRules.ts"
import { CardStandIn, providerOf } from "./CardStandIn.ts"
import { CardTokens } from "./CardTokens.ts"

const Row = Schema.Struct({
  state_hash: Schema.String,
  redirect_uri: Schema.String,
  expires_at: Schema.DateTimeUtc
})

/** Connects events to accounts at the card provider (OAuth 2, with a state for each authorisation). */
export class CardAuthorisations extends Context.Service<CardAuthorisations>()("core/CardAuthorisations", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient
    const accessProvider = yield* CardAccessProvider
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const provider = yield* CardProvider
    const secrets = yield* Secrets
    const standIn = yield* CardStandIn
    const tokens = yield* CardTokens

    /** The event's OAuth client at the provider. */
    const appOf = Effect.fnUntraced(function*(caller: AtEvent) {
      if (caller.node.id !== caller.eventId) return yield* InvalidArgument.of(cardRules.not_at_event)
      const configuration = yield* configurations.current(caller.eventId)
      const { card, settings } = configuration
      const { merchantCode, oauthClientId: clientId, oauthClientSecret: sealed } = card
      if (clientId === "" || sealed === null || merchantCode === "") {
        return yield* InvalidArgument.of(cardRules.app_incomplete)
      }
      const clientSecret = Redacted.make(
        yield* secrets.open(eventSecret(caller.eventId, "sumup_oauth_client_secret"), sealed)
      )
      return {
        clientId,
        clientSecret,
        currency: settings.currency_identifier,
        merchantCode,
        provider: providerOf(standIn, configuration)
      }
    })

    const startedBy = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly userId: bigint; readonly now: DateTime.Utc }>(),
      Result: Row,
      execute: ({ eventId, now, userId }) =>
        sql`select state_hash, redirect_uri, expires_at from card_authorisation
          where event_id = ${eventId} and user_id = ${userId} and expires_at > ${DateTime.formatIso(now)}::timestamptz`
    })

    /** Begins an authorisation and returns the provider's page, with the state that must come back. */
    const begin = Effect.fn("CardAuthorisations.begin")(
      function*(caller: AtEvent, { redirect_uri: redirectUri }: NewCardAuthorisation) {
        const { clientId, provider: address } = yield* appOf(caller)
        const { token: state } = yield* makeToken
        const now = yield* DateTime.now
        const expiresAt = DateTime.add(now, { minutes: validMinutes })
        yield* changes.run(
          caller,
          () => ({ logType: "card_authorisation_begun", content: { id: caller.eventId, redirect_uri: redirectUri } }),
          Effect.andThen(
            sql`delete from card_authorisation
              where event_id = ${caller.eventId} and expires_at <= ${DateTime.formatIso(now)}::timestamptz`,
            sql`insert into card_authorisation (event_id, state_hash, user_id, redirect_uri, expires_at)
              values (${caller.eventId}, ${hashOf(state)}, ${caller.userId}, ${redirectUri},
                ${DateTime.formatIso(expiresAt)}::timestamptz)`
          ),
          { withoutVersion: true }
        )
        return new CardAuthorisation({
          authorize_url: accessProvider.authorizeUrl({ clientId, redirectUri, state, provider: address }).href,
          state,
          expires_at: expiresAt
        })
      }
    )

    /** Deletes the user's authorisations of the event; fails if another call has used the state meanwhile. */
    const used = Effect.fnUntraced(function*(caller: AtEvent, stateHash: string) {
      const rows = yield* sql<{ state_hash: string }>`delete from card_authorisation
        where event_id = ${caller.eventId} and user_id = ${caller.userId} returning state_hash`
      if (!rows.some(({ state_hash }) => state_hash === stateHash)) {
        yield* InvalidArgument.of(cardRules.authorisation_used)
      }
    })

    /**
     * Redeems the code that the administrator brought back. It must give access to the account named in the event's
     * settings: otherwise an attacker could slip in a code of their own, and the event's money would be paid to their
     * account.
     */
    const finish = Effect.fn("CardAuthorisations.finish")(
      function*(caller: AtEvent, { authorization_code: code, state }: CardTokenPayload) {
        const app = yield* appOf(caller)
        const { clientId, clientSecret, merchantCode } = app
        const now = yield* DateTime.now
        const rows = yield* Effect.orDie(startedBy({ eventId: caller.eventId, userId: caller.userId, now }))
        const begun = rows.map((row) => ({
          stateHash: row.state_hash,
          redirectUri: row.redirect_uri,
          expiresAt: row.expires_at
        }))
        const found = Option.getOrNull(
          yield* Effect.fromResult(pendingConnection(begun, state == null ? null : hashOf(state)))
        )
        const { access, refreshToken } = yield* accessProvider.redeem({
          clientId,
          clientSecret,
          code: Redacted.make(code),
          redirectUri: found?.redirectUri ?? null,
          provider: app.provider
        })
        const merchant = { apiKey: access.token, merchantCode, currency: app.currency, provider: app.provider }
        yield* provider.history(merchant, { from: null, to: null, limit: 1, cursor: null }).pipe(
          Effect.catchIf(
            ({ reason }) => reason === "refused",
            () => Effect.fail(InvalidArgument.of(cardRules.other_merchant, { merchant: merchantCode }))
          )
        )
        yield* tokens.connect(caller, refreshToken, found === null ? Effect.void : used(caller, found.stateHash))
      }
    )

    return { begin, finish }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CardTokens.layer, Changes.layer, EventConfigurations.layer])
  )
}

const hashOf = (state: string): string => Buffer.from(hashToken(state)).toString("hex")
