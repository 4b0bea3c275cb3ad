import { Context, Effect, Layer, Schema } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { replaced } from "../organisation/AuditLog.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { TerminalRepository } from "./TerminalRepository.ts"
import { terminalRules } from "./TerminalRules.ts"
import { type NewTill, removeTill, Till, withRegistration } from "./Till.ts"
import { attach, detach } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { type Apply, TillChanges } from "./TillChanges.ts"
import { TillRepository } from "./TillRepository.ts"

export class Tills extends Context.Service<Tills>()("core/Tills", {
  make: Effect.gen(function*() {
    const changes = yield* TillChanges
    const bindings = yield* TillChangeRepository
    const tills = yield* TillRepository
    const terminals = yield* TerminalRepository

    const existing = Effect.fnUntraced(function*(place: Place, id: bigint) {
      return (yield* tills.find(place, id)) ?? (yield* new NotFound({ element_type: "till", element_id: id }))
    })

    const check = Effect.fnUntraced(function*(place: Place, till: NewTill, except?: bigint) {
      if (yield* tills.nameTaken({ place, name: till.name, except })) {
        return yield* InvalidArgument.of(terminalRules.till_name_taken, { name: till.name })
      }
      if (!(yield* tills.profileVisible(place, till.active_profile_id))) {
        return yield* InvalidArgument.of(terminalRules.profile_unknown, { profile: till.active_profile_id })
      }
    })

    /** Detaches the till from its terminal and attaches it to another. The users of both terminals are signed out. */
    const rebind = Effect.fnUntraced(function*(
      apply: Apply,
      caller: AtEvent,
      till: Till,
      terminalId: bigint | null
    ) {
      const eventId = caller.eventId
      const terminalIds = [till.terminal_id, terminalId].filter((id) => id !== null)
      yield* bindings.lockRegisters(eventId, { terminalIds, registerIds: [] })
      if (till.terminal_id !== null) {
        yield* apply(detach(yield* changes.terminal(eventId, till.terminal_id), caller.userId))
      }
      if (terminalId === null) return
      if (yield* tills.isVirtual(eventId, till.id)) {
        return yield* InvalidArgument.of(terminalRules.virtual_till_without_terminal)
      }
      const found = yield* terminals.find(placeOf(caller), terminalId)
      if (found === undefined) {
        return yield* InvalidArgument.of(terminalRules.terminal_unknown, { terminal: terminalId })
      }
      yield* changes.mayChange(caller, found.node_id)
      const terminal = yield* changes.terminal(eventId, terminalId)
      if (terminal.till !== null) {
        return yield* InvalidArgument.of(terminalRules.terminal_serves_other_till, { terminal: found.name })
      }
      yield* apply(attach(till.id, terminal, caller.userId))
    })

    const create = Effect.fn("Tills.create")(function*(caller: AtEvent, till: NewTill) {
      const place = placeOf(caller)
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*(apply) {
          yield* check(place, till)
          const stored = yield* existing(place, yield* tills.insert(place, till))
          if (till.terminal_id === null) return stored
          yield* rebind(apply, caller, stored, till.terminal_id)
          return yield* existing(place, stored.id)
        }),
        (created) => ({ logType: "till_created", content: toAuditContent(created) })
      )
    })

    const update = Effect.fn("Tills.update")(function*(caller: AtEvent, id: bigint, till: NewTill) {
      const place = placeOf(caller)
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*(apply) {
          const before = yield* existing(place, id)
          yield* check(yield* changes.mayChange(caller, before.node_id), till, id)
          if (till.terminal_id !== before.terminal_id) yield* rebind(apply, caller, before, till.terminal_id)
          yield* tills.update(caller.eventId, id, withRegistration(till, before))
          return { before, after: yield* existing(place, id) }
        }),
        ({ after, before }) => ({
          logType: "till_updated",
          content: replaced(toAuditContent(before), toAuditContent(after)),
          nodeId: after.node_id
        })
      ).pipe(Effect.map(({ after }) => after))
    })

    /** Attaches the till to another terminal; `null` detaches it. */
    const switchTerminal = Effect.fn("Tills.switchTerminal")(
      function*(caller: AtEvent, id: bigint, terminalId: bigint | null) {
        return yield* changes.run(
          caller,
          Effect.fnUntraced(function*(apply) {
            const till = yield* existing(placeOf(caller), id)
            yield* changes.mayChange(caller, till.node_id)
            if (terminalId !== till.terminal_id) yield* rebind(apply, caller, till, terminalId)
            return till
          }),
          (till) => ({
            logType: "till_to_terminal_changed",
            content: { till_id: id, old_terminal_id: till.terminal_id, new_terminal_id: terminalId },
            nodeId: till.node_id
          })
        )
      },
      Effect.asVoid
    )

    /** Removes a till. Its terminal stays registered, without a till; its user is signed out. */
    const remove = Effect.fn("Tills.remove")((caller: AtEvent, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        Effect.fnUntraced(function*(apply) {
          const till = yield* existing(placeOf(caller), id)
          yield* changes.mayChange(caller, till.node_id)
          yield* Effect.fromResult(removeTill(yield* tills.holding(caller.eventId, id)))
          yield* rebind(apply, caller, till, null)
          yield* tills.remove(caller.eventId, id)
          return till
        }),
        ({ name, node_id, terminal_id }) => ({
          logType: "till_deleted",
          content: terminal_id === null ? { id, name } : { id, name, terminal_id },
          nodeId: node_id
        })
      ))
    )

    return {
      create,
      find: (place: Place, id: bigint) => dieOnInfrastructure(existing(place, id)),
      list: (place: Place) => Effect.orDie(tills.list(place)),
      remove,
      switchTerminal,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TerminalRepository.layer, TillChangeRepository.layer, TillChanges.layer, TillRepository.layer])
  )
}

/** The audit log keeps tills in the form that the API shows. */
const toAuditContent = Schema.encodeSync(Schema.toCodecJson(Till))
