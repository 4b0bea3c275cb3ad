import { Context, Effect, Layer, Schema } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AuditKind } from "../organisation/AuditKind.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type Change, Changes } from "../organisation/Changes.ts"
import { mayManage, type Place, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { TillClosingRepository } from "../till/TillClosingRepository.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import * as Tse from "./Tse.ts"
import { TseRepository } from "./TseRepository.ts"

/** Operators' actions on signing devices. */
export class TseOperations extends Context.Service<TseOperations>()("core/TseOperations", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const tses = yield* TseRepository
    const tills = yield* TillTseRepository
    const closings = yield* TillClosingRepository

    /** A device at the place or above it. */
    const find = Effect.fnUntraced(function*(place: Place, id: bigint) {
      return (yield* tses.find(place, id)) ?? (yield* new NotFound({ element_type: "tse", element_id: id }))
    })

    /** A device that the caller may change. */
    const findOwn = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const tse = yield* find(placeOf(caller), id)
      yield* access.requireAt(caller, tse.node_id, mayManage)
      return tse
    })

    /** Devices at the caller's node and above that the caller administers, by name. */
    const list = Effect.fn("TseOperations.list")(
      function*(caller: AtEvent) {
        const pathIds = yield* access.reach(caller, mayManage)
        return yield* tses.list({ ...placeOf(caller), pathIds })
      },
      Effect.orDie
    )

    /** One of the listed devices, by its number or its name. */
    const named = Effect.fn("TseOperations.named")(function*(caller: AtEvent, which: string) {
      const seen = yield* list(caller)
      const tse = seen.find(({ id }) => String(id) === which) ?? seen.find(({ name }) => name === which)
      return tse ?? (yield* new NotFound({ element_type: "tse", element_id: which }))
    })

    const get = Effect.fn("TseOperations.get")(
      findOwn,
      dieOnInfrastructure
    )

    /** Changes one device and returns its new state. */
    const act = <E, R>(
      caller: AtEvent,
      id: bigint,
      logType: AuditKind,
      decide: (current: Tse.Tse) => Effect.Effect<unknown, E, R>
    ) =>
      changes.run(
        caller,
        (tse): Change => ({ logType, content: { id: tse.id, name: tse.name }, nodeId: tse.node_id }),
        Effect.gen(function*() {
          yield* decide(yield* findOwn(caller, id))
          return yield* find(placeOf(caller), id)
        })
      )

    /** Disables a device that signs for no till, for ever. */
    const disable = Effect.fn("TseOperations.disable")((caller: AtEvent, id: bigint) =>
      act(caller, id, "tse_disabled", (current) =>
        Effect.andThen(
          Effect.fromResult(Tse.disable(current)),
          retire(caller.eventId, current)
        ))
    )

    /** Has the worker reconnect to a device at once, even if it failed or refused its password. */
    const checkAgain = Effect.fn("TseOperations.checkAgain")((caller: AtEvent, id: bigint) =>
      act(
        caller,
        id,
        "tse_check_requested",
        (current) => Effect.andThen(Effect.fromResult(Tse.checkAgain(current)), tses.tryAgain(caller.eventId, id))
      )
    )

    /** Disables a device. Its worker deregisters the clients of a connected one; of any other they are recorded as gone here. */
    const retire = Effect.fnUntraced(function*(eventId: bigint, { connected, id }: Tse.Tse) {
      yield* tses.setStatus(eventId, id, "disabled")
      if (!connected) yield* tills.recordGone(eventId, id)
    })

    const switchTills = Effect.fnUntraced(
      function*(caller: AtEvent, id: bigint, { target_tse_id }: Tse.SwitchOver) {
        const { eventId } = caller
        const current = yield* findOwn(caller, id)
        const target = target_tse_id === null ? null : yield* findOwn(caller, target_tse_id)
        yield* Effect.fromResult(Tse.switchOver(current, target))
        // From here on the device is assigned no other till.
        yield* retire(eventId, current)
        const till_ids = yield* tills.release(eventId, id, target_tse_id)
        yield* closings.raise(eventId, till_ids, "switch_over")
        return new Tse.SwitchedOver({ id, target_tse_id, till_ids })
      }
    )

    /**
     * Disables a device for ever and moves its tills. Their closings end, so that none spans two devices; cashiers stay signed in, and
     * orders that are not signed yet are signed by the next device.
     */
    const switchOver = Effect.fn("TseOperations.switchOver")((caller: AtEvent, id: bigint, input: Tse.SwitchOver) =>
      changes.run(
        caller,
        (done) => ({ logType: "tse_switched_over", content: toAuditContent(done), nodeId: caller.node.id }),
        switchTills(caller, id, input)
      )
    )

    return { checkAgain, disable, find, findOwn, get, list, named, switchOver }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([TillClosingRepository.layer, TillTseRepository.layer, TseRepository.layer])
  )
}

const toAuditContent = Schema.encodeSync(Schema.toCodecJson(Tse.SwitchedOver))
