import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import { hashToken, makeToken } from "../organisation/Token.ts"
import { concerns, mostWaiting, PresaleNotification } from "./PresaleNotification.ts"
import { PresaleSourceRepository } from "./PresaleSourceRepository.ts"
import { PresaleSources } from "./PresaleSources.ts"
import { PresaleWebhookRepository } from "./PresaleWebhookRepository.ts"

/** The addresses at which ticket shops report changes, and the reports. */
export class PresaleWebhooks extends Context.Service<PresaleWebhooks>()("core/PresaleWebhooks", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const repository = yield* PresaleWebhookRepository
    const sourceRows = yield* PresaleSourceRepository
    const sources = yield* PresaleSources

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, mayManage)

    /** Makes a new token for the address of the caller's event and returns it. The former one is invalid from then on. */
    const renew = Effect.fn("PresaleWebhooks.renew")(function*(caller: AtEvent) {
      yield* atTop(caller)
      const { token } = yield* makeToken
      const whole = `${caller.eventId}.${token}`
      yield* changes.run(
        caller,
        () => ({ logType: "presale_webhook_renewed", content: { id: caller.eventId } }),
        repository.set(caller.eventId, hashToken(whole)),
        { withoutVersion: true }
      )
      return Redacted.make(whole)
    })

    /** Makes the token of the caller's event invalid. */
    const revoke = Effect.fn("PresaleWebhooks.revoke")(function*(caller: AtEvent) {
      yield* atTop(caller)
      yield* changes.run(
        caller,
        () => ({ logType: "presale_webhook_revoked", content: { id: caller.eventId } }),
        Effect.gen(function*() {
          if (!(yield* repository.remove(caller.eventId))) return yield* unknown
        }),
        { withoutVersion: true }
      )
    })

    /** The event of a token; fails as `NotFound` for any text that is no valid token. */
    const eventOf = Effect.fnUntraced(function*(token: string) {
      const [, digits] = /^(\d{1,18})\.[\w-]{43}$/.exec(token) ?? []
      if (digits === undefined) return yield* unknown
      const eventId = BigInt(digits)
      return (yield* Effect.orDie(repository.isSecret(eventId, hashToken(token)))) ? eventId : yield* unknown
    })

    /**
     * Stores a change that the shop reports, for the worker; `sent` is the decoded JSON of the request. The same notification
     * again changes nothing. Anything but a change of an order of the event's shop is left out.
     */
    const receive = Effect.fn("PresaleWebhooks.receive")(function*(
      token: string,
      sent: unknown
    ): Effect.fn.Return<"stored" | "left out", NotFound> {
      const eventId = yield* eventOf(token)
      const notification = decode(sent)
      const source = yield* Effect.catch(sources.of(eventId), () => Effect.succeed(null))
      if (notification._tag === "None" || source === null || !concerns(notification.value, source.at)) return "left out"
      const waiting = yield* Effect.orDie(repository.store(eventId, notification.value, mostWaiting))
      if (waiting >= mostWaiting) yield* Effect.orDie(sourceRows.request(eventId, false))
      return "stored"
    })

    return { receive, renew, revoke }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, PresaleSources.layer]),
    Layer.provide([PresaleSourceRepository.layer, PresaleWebhookRepository.layer])
  )
}

const decode = Schema.decodeUnknownOption(Schema.toCodecJson(PresaleNotification))

const unknown = new NotFound({ element_type: "presale_webhook", element_id: null })
