import { Context, Effect, Equal, Layer, Option, Redacted, Result, Schema } from "effect"
import { mailDestinations } from "../base/DestinationRules.ts"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { allowCurrencyChange, allowMailServer, changesShop, complete } from "./EventCompleteness.ts"
import { EventDefaults } from "./EventDefaults.ts"
import { EventRepository } from "./EventRepository.ts"
import { eventRules } from "./EventRules.ts"
import { keepEventSecrets, maskedSecrets, type SealedSecrets, sealSecrets, type SecretName } from "./EventSecrets.ts"
import * as EventSettings from "./EventSettings.ts"
import { Nodes } from "./Nodes.ts"
import { ReceiptHeaderRepository } from "./ReceiptHeaderRepository.ts"
import { allowShop } from "./TicketShop.ts"

const settingsContent = Schema.encodeSync(Schema.toCodecJson(EventSettings.EventSettings))

/** The settings for the audit log: in the form of the API, with secrets masked. */
const audited = (settings: EventSettings.EventSettings, sealed: SealedSecrets) => ({
  settings: settingsContent(settings),
  secrets: maskedSecrets(sealed)
})

/** Returns the settings of an event if they are consistent with each other and with its secrets. */
const settle = (
  input: EventSettings.UpdateEvent | EventSettings.NewEvent,
  before: EventSettings.EventSettings | null,
  sealed: SealedSecrets
) =>
  Effect.fromResult(
    Result.flatMap(EventSettings.resolve(input, before), (settings) => complete(settings, sealed))
  )

/** Events: nodes with accounts, a catalogue and settings of their own. */
export class Events extends Context.Service<Events>()("core/Events", {
  make: Effect.gen(function*() {
    const events = yield* EventRepository
    const nodeRows = yield* NodeRepository
    const nodes = yield* Nodes
    const changes = yield* Changes
    const setUp = yield* EventDefaults
    const receiptHeaders = yield* ReceiptHeaderRepository
    const secrets = yield* Secrets
    const mailRule = yield* mailDestinations

    const find = Effect.fnUntraced(function*(eventId: bigint) {
      const [event] = yield* events.list([eventId])
      return event ?? (yield* new NotFound({ element_type: "event", element_id: eventId }))
    })

    const noteReceipts = (eventId: bigint, settings: EventSettings.EventSettings) =>
      receiptHeaders.store({
        eventId,
        title: settings.bon_title,
        issuer: settings.bon_issuer,
        address: settings.bon_address,
        ust_id: settings.ust_id
      })

    const portalOfItsOwn = Effect.fnUntraced(function*(url: string, except: bigint | null) {
      const [other] = url === "" ? [] : yield* events.atPortal({ url, except })
      if (other !== undefined) {
        return yield* InvalidArgument.of(eventRules.portal_address_taken, { event: other.name })
      }
    })

    /** Creates an event below the caller's node, with the objects that every event needs. */
    const create = Effect.fn("Events.create")((caller: Caller, input: EventSettings.NewEvent) =>
      changes.run(
        caller,
        ({ content, tree }) => ({ logType: "event_created", content: { id: tree.id, new: content } }),
        Effect.gen(function*() {
          if (caller.eventId !== null) {
            return yield* InvalidArgument.of(eventRules.event_in_event)
          }
          const id = yield* nodes.insert(caller, input)
          const sealed = sealSecrets(id, input, {}, secrets)
          const settings = yield* settle(input, null, sealed)
          yield* Effect.fromResult(allowMailServer(null, settings, mailRule))
          yield* portalOfItsOwn(settings.customer_portal_url, null)
          yield* Effect.fromResult(allowShop(null, settings, null, yield* events.importing))
          yield* nodeRows.becomeEvent(id)
          yield* events.insert({ event_id: id, settings, secrets: sealed })
          if (settings.pretix_presale_enabled) yield* events.readPresaleAnew(id)
          yield* noteReceipts(id, settings)
          yield* setUp.run(id)
          return { tree: yield* nodes.tree(id), content: { name: input.name, ...audited(settings, sealed) } }
        })
      ).pipe(Effect.map(({ tree }) => tree))
    )

    /** Replaces the settings of the event. The caller must be at the event itself, not at a node below it. */
    const update = Effect.fn("Events.update")((caller: AtEvent, input: EventSettings.UpdateEvent) =>
      changes.run(
        caller,
        ({ content, tree, unseen }) => ({ logType: "event_updated", content: { id: tree.id, ...content }, unseen }),
        Effect.gen(function*() {
          const id = caller.eventId
          if (caller.node.id !== id) return yield* new NotFound({ element_type: "event", element_id: caller.node.id })
          const before = yield* find(id)
          yield* Effect.fromResult(keepEventSecrets(input, before.secrets, before.settings, input))
          const sealed = sealSecrets(id, input, before.secrets, secrets)
          const settings = yield* settle(input, before.settings, sealed)
          yield* Effect.fromResult(allowMailServer(before.settings, settings, mailRule))
          yield* Effect.fromResult(allowCurrencyChange(before.settings, settings, yield* events.hasPostings(id)))
          yield* portalOfItsOwn(settings.customer_portal_url, id)
          yield* Effect.fromResult(allowShop(before.settings, settings, id, yield* events.importing))
          yield* events.update({ event_id: id, settings, secrets: sealed })
          if (changesShop(before, { settings, secrets: sealed })) yield* events.readPresaleAnew(id)
          yield* noteReceipts(id, settings)
          const content = { old: audited(before.settings, before.secrets), new: audited(settings, sealed) }
          return { tree: yield* nodes.tree(id), content, unseen: !Equal.equals(sealed, before.secrets) }
        }),
        { wholeTree: true }
      ).pipe(Effect.map(({ tree }) => tree))
    )

    /** All settings of an event, with secrets masked. */
    const settings = Effect.fn("Events.settings")(
      (eventId: bigint) =>
        Effect.map(find(eventId), (event) => EventSettings.restrictedView(eventId, event.settings, event.secrets)),
      dieOnInfrastructure
    )

    /** The settings of an event. */
    const get = Effect.fn("Events.get")((eventId: bigint) => events.settings(eventId))

    /** Decrypts a secret of an event for a single use. */
    const secret = Effect.fn("Events.secret")(
      function*(eventId: bigint, name: SecretName) {
        const sealed = (yield* find(eventId)).secrets[name]
        if (sealed === undefined) return Option.none()
        return Option.some(Redacted.make(yield* secrets.open(eventSecret(eventId, name), sealed)))
      },
      dieOnInfrastructure
    )

    return { create, get, secret, settings, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, EventDefaults.layer, Nodes.layer]),
    Layer.provide([EventRepository.layer, NodeRepository.layer, ReceiptHeaderRepository.layer])
  )
}
