import { Context, Effect, Layer, Redacted, Schema, Struct } from "effect"
import { deviceDestinations } from "../base/DestinationRules.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { placeOf } from "../organisation/Place.ts"
import { tsePassword } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { FiscalSettings } from "./FiscalSettings.ts"
import { FiscalSettingsRepository } from "./FiscalSettingsRepository.ts"
import * as Tse from "./Tse.ts"
import { TseOperations } from "./TseOperations.ts"
import { TseRepository } from "./TseRepository.ts"

/** The records of signing devices. */
export class Tses extends Context.Service<Tses>()("core/Tses", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const secrets = yield* Secrets
    const tses = yield* TseRepository
    const { find, findOwn, list } = yield* TseOperations
    const settings = yield* FiscalSettingsRepository
    const destinations = yield* deviceDestinations

    const sealPassword = (eventId: bigint, id: bigint, password: Redacted.Redacted) =>
      secrets.seal(tsePassword(eventId, id), Redacted.value(password))

    /** Switches signing on with the first device of an event; returns whether it did. */
    const switchSigningOn = Effect.fnUntraced(function*(eventId: bigint) {
      const current = yield* settings.get(eventId)
      if (current.signing) return false
      yield* settings.store({ eventId, settings: new FiscalSettings({ ...current, signing: true }) })
      return true
    })

    /** Adds a device at the caller's node. */
    const create = Effect.fn("Tses.create")((caller: AtEvent, input: Tse.NewTse) =>
      changes.run(
        caller,
        ({ signing, tse }) => ({
          logType: "tse_created",
          content: { tse: toAuditContent(tse), signing_switched_on: signing }
        }),
        Effect.gen(function*() {
          const place = placeOf(caller)
          const { eventId } = caller
          yield* Effect.fromResult(Tse.mayBeAt(input.ws_url, destinations))
          const nameTaken = yield* tses.nameTaken({ place, name: input.name })
          const serialTaken = input.serial !== null && (yield* tses.serialTaken(eventId, null, input.serial))
          const password = yield* Effect.fromResult(Tse.create(input, { nameTaken, serialTaken }))
          const id = yield* tses.nextId
          yield* tses.insert(place, input, { id, sealedPassword: sealPassword(eventId, id, password) })
          const signing = yield* switchSigningOn(eventId)
          return { tse: yield* find(place, id), signing }
        }),
        // A device has one record in the whole installation.
        { wholeTree: true }
      ).pipe(Effect.map(({ tse }) => tse))
    )

    const update = Effect.fn("Tses.update")((caller: AtEvent, id: bigint, input: Tse.UpdateTse) =>
      changes.run(
        caller,
        ({ current, password, tse }) => ({
          logType: "tse_updated",
          content: { id, old: toAuditContent(current), new: toAuditContent(tse), password_changed: password },
          nodeId: tse.node_id,
          unseen: password
        }),
        Effect.gen(function*() {
          const current = yield* findOwn(caller, id)
          if (input.ws_url !== current.ws_url) yield* Effect.fromResult(Tse.mayBeAt(input.ws_url, destinations))
          const place = placeOf(caller)
          const nameTaken = yield* tses.nameTaken({ place, name: input.name, except: id })
          const { password, reconnect } = yield* Effect.fromResult(Tse.update(current, input, { nameTaken }))
          const sealedPassword = password === null ? null : sealPassword(caller.eventId, id, password)
          yield* tses.update(caller.eventId, id, input, { reconnect, sealedPassword })
          return { current, tse: yield* find(place, id), password: password !== null }
        })
      ).pipe(Effect.map(({ tse }) => tse))
    )

    return { create, list, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, FiscalSettingsRepository.layer, TseOperations.layer, TseRepository.layer])
  )
}

/** The record without facts that its device reports; the password is a marker. */
const toAuditContent = Schema.encodeSync(
  Schema.toCodecJson(
    Schema.Struct({
      ...Struct.pick(Tse.Tse.fields, ["id", "node_id", "name", "type", "serial", "ws_url", "ws_timeout", "password"]),
      ...Struct.pick(Tse.Tse.fields, ["first_operation", "certification_year", "status"])
    })
  )
)
