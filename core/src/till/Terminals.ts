import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { AccessDenied, InvalidArgument, NotFound, Unauthorized } from "../base/Refusal.ts"
import type { Actor, AtEvent, Caller } from "../organisation/Caller.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { makeToken } from "../organisation/Token.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import {
  type NewTerminal,
  type SignedInTerminal,
  type Terminal,
  TerminalRegistrationSuccess,
  withoutUuids
} from "./Terminal.ts"
import { TerminalRepository } from "./TerminalRepository.ts"
import { terminalRules } from "./TerminalRules.ts"
import { attach, detach, signOut } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { type Apply, TillChanges } from "./TillChanges.ts"
import { TillRepository } from "./TillRepository.ts"

/** Terminals with their till, user and register. */
const terminalStates = Effect.gen(function*() {
  const bindings = yield* TillChangeRepository
  const changes = yield* TillChanges
  const terminals = yield* TerminalRepository

  const existing = Effect.fnUntraced(function*(place: Place, id: bigint) {
    return (yield* terminals.find(place, id)) ??
      (yield* new NotFound({ element_type: "terminal", element_id: id }))
  })

  /** A terminal with its till and user; locks the register in the till. */
  const state = Effect.fnUntraced(function*(eventId: bigint, id: bigint) {
    yield* bindings.lockRegisters(eventId, { terminalIds: [id], registerIds: [] })
    return yield* changes.terminal(eventId, id)
  })

  return { changes, existing, state, terminals }
})

/** How terminals get their token and lose it. */
const makeRegistrations = Effect.gen(function*() {
  const { changes, existing, state, terminals } = yield* terminalStates

  /** The code works once, and only this answer ever shows the token. */
  const register = Effect.fn("Terminals.register")(function*(registrationUuid: string) {
    const waiting = yield* Effect.orDie(terminals.awaiting(registrationUuid))
    if (waiting === undefined) return yield* AccessDenied.of(terminalRules.registration_code_unknown)
    const { hash, token } = yield* makeToken
    return yield* changes.run(
      { userId: null, terminalId: waiting.id, node: { id: waiting.node_id }, eventId: waiting.event_id },
      Effect.fnUntraced(function*() {
        const session = { uuid: randomUUID(), hash }
        const used = yield* terminals.register(
          { eventId: waiting.event_id, id: waiting.id },
          registrationUuid,
          session
        )
        const terminal = used ? yield* terminals.findInEvent(waiting.event_id, waiting.id) : undefined
        return terminal === undefined
          ? yield* AccessDenied.of(terminalRules.registration_code_unknown)
          : new TerminalRegistrationSuccess({ terminal: withoutUuids(terminal), token })
      }),
      () => ({ logType: "terminal_registered", content: { id: waiting.id } })
    )
  })

  /** Signs the user out, takes the till away and makes the terminal wait for registration with a new code. */
  const unregister = Effect.fnUntraced(
    function*(apply: Apply, eventId: bigint, id: bigint, actingUserId: bigint | null) {
      const bound = yield* state(eventId, id)
      yield* apply(detach(bound, actingUserId))
      yield* terminals.unregister(eventId, id, randomUUID())
    }
  )

  /** Ends the registration at the terminal's own request. */
  const logoutSelf = Effect.fn("Terminals.logoutSelf")(function*(terminal: SignedInTerminal) {
    const { eventId, terminalId } = terminal
    const before = yield* Effect.orDie(terminals.findInEvent(eventId, terminalId))
    if (before === undefined) return yield* new Unauthorized()
    const actor = {
      userId: before.active_user_id,
      terminalId,
      node: { id: before.node_id },
      eventId
    } satisfies Actor
    return yield* changes.run(
      actor,
      Effect.fnUntraced(function*(apply) {
        if (!(yield* terminals.lasts(terminal))) return yield* new Unauthorized()
        yield* unregister(apply, eventId, terminalId, null)
      }),
      () => ({ logType: "terminal_logged_out", content: { id: terminalId } })
    )
  })

  /** Signing out works at archived nodes too. A terminal that waits for registration and has no till is signed out already. */
  const logout = Effect.fn("Terminals.logout")(function*(caller: AtEvent, id: bigint) {
    return yield* changes.run(
      caller,
      Effect.fnUntraced(function*(apply) {
        const terminal = yield* existing(placeOf(caller), id)
        yield* changes.mayReach(caller, terminal.node_id)
        const isWaiting = terminal.registration_uuid !== null && terminal.till_id === null
        if (!isWaiting) yield* unregister(apply, caller.eventId, id, caller.userId)
        return { isWaiting, terminal }
      }),
      ({ isWaiting, terminal }) =>
        isWaiting ? null : { logType: "terminal_logged_out", content: { id }, nodeId: terminal.node_id }
    )
  }, Effect.asVoid)

  /**
   * The only terminal of the event with this name or number. The answer shows the code, so the caller must administer the
   * terminal's node.
   */
  const called = Effect.fn("Terminals.called")(function*(caller: AtEvent, name: string) {
    const [found, other] = yield* Effect.orDie(terminals.called(caller.eventId, name))
    if (found === undefined) return yield* new NotFound({ element_type: "terminal", element_id: name })
    if (other !== undefined && found.name === other.name) {
      return yield* InvalidArgument.of(terminalRules.terminal_name_ambiguous, { name, id: found.id })
    }
    yield* changes.mayReach(caller, found.node_id)
    return found
  })

  /** Issues a new code. The token stops working, the user is signed out, and the terminal keeps its till. */
  const renewCode = Effect.fn("Terminals.renewCode")(function*(caller: AtEvent, id: bigint) {
    const { code } = yield* changes.run(
      caller,
      Effect.fnUntraced(function*(apply) {
        const terminal = (yield* terminals.findInEvent(caller.eventId, id)) ??
          (yield* new NotFound({ element_type: "terminal", element_id: id }))
        yield* changes.mayReach(caller, terminal.node_id)
        yield* apply(signOut(yield* state(caller.eventId, id), caller.userId))
        const fresh = randomUUID()
        yield* terminals.unregister(caller.eventId, id, fresh)
        return { code: fresh, nodeId: terminal.node_id }
      }),
      ({ nodeId }) => ({ logType: "terminal_logged_out", content: { id }, nodeId })
    )
    return code
  })

  /** The terminals of the event that wait for a device, by name. The caller must administer the event. */
  const waiting = Effect.fn("Terminals.waiting")((caller: AtEvent) => Effect.orDie(terminals.waiting(caller.eventId)))

  /** The code of one terminal by name or number; a registered one gets a new code once `confirmed` succeeds. */
  const codeOf = Effect.fn("Terminals.codeOf")(
    function*<E, R>(caller: AtEvent, name: string, confirmed: (name: string) => Effect.Effect<void, E, R>) {
      const terminal = yield* called(caller, name)
      if (terminal.registration_uuid === null) {
        yield* confirmed(terminal.name)
        yield* renewCode(caller, terminal.id)
      }
      return (yield* waiting(caller)).filter(({ id }) => id === terminal.id)
    }
  )

  return { called, codeOf, logout, logoutSelf, register, renewCode, waiting }
})

export class Terminals extends Context.Service<Terminals>()("core/Terminals", {
  make: Effect.gen(function*() {
    const { changes, existing, state, terminals } = yield* terminalStates
    const registrations = yield* makeRegistrations
    const tills = yield* TillRepository

    const check = Effect.fnUntraced(function*(place: Place, name: string, except?: bigint) {
      if (yield* terminals.nameTaken({ place, name, except })) {
        return yield* InvalidArgument.of(terminalRules.terminal_name_taken, { name })
      }
    })

    const create = Effect.fn("Terminals.create")(function*(caller: AtEvent, terminal: NewTerminal) {
      const place = placeOf(caller)
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*() {
          yield* check(place, terminal.name)
          return yield* existing(place, yield* terminals.insert(place, terminal, randomUUID()))
        }),
        (created) => ({ logType: "terminal_created", content: withoutUuids(created) })
      )
    })

    const update = Effect.fn("Terminals.update")(function*(caller: AtEvent, id: bigint, terminal: NewTerminal) {
      const place = placeOf(caller)
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*() {
          const before = yield* existing(place, id)
          yield* check(yield* changes.mayChange(caller, before.node_id), terminal.name, id)
          yield* terminals.update(caller.eventId, id, terminal)
          return { before, after: yield* existing(place, id) }
        }),
        ({ after, before }) => ({
          logType: "terminal_updated",
          content: { ...withoutUuids(after), old: withoutUuids(before) },
          nodeId: after.node_id
        })
      ).pipe(Effect.map(({ after }) => after))
    })

    /** Moves the terminal to another till and signs its user out. */
    const switchTill = Effect.fn("Terminals.switchTill")(function*(caller: AtEvent, id: bigint, tillId: bigint) {
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*(apply) {
          const place = placeOf(caller)
          const terminal = yield* existing(place, id)
          yield* changes.mayChange(caller, terminal.node_id)
          const till = yield* tills.find(place, tillId)
          if (till === undefined) return yield* InvalidArgument.of(terminalRules.till_unknown, { till: tillId })
          if (till.terminal_id !== null) {
            return yield* InvalidArgument.of(terminalRules.till_has_terminal, { till: till.name })
          }
          if (yield* tills.isVirtual(caller.eventId, tillId)) {
            return yield* InvalidArgument.of(terminalRules.virtual_till_without_terminal)
          }
          yield* changes.mayChange(caller, till.node_id)
          const bound = yield* state(caller.eventId, id)
          yield* apply([...detach(bound, caller.userId), ...attach(tillId, { ...bound, till: null }, caller.userId)])
          return terminal
        }),
        ({ node_id, till_id }) => ({
          logType: "terminal_to_till_changed",
          content: { terminal_id: id, old_till_id: till_id, new_till_id: tillId },
          nodeId: node_id
        })
      )
    }, Effect.asVoid)

    const forceSignOut = Effect.fn("Terminals.forceSignOut")(function*(caller: AtEvent, id: bigint) {
      return yield* changes.run(
        caller,
        Effect.fnUntraced(function*(apply) {
          const terminal = yield* existing(placeOf(caller), id)
          yield* changes.mayReach(caller, terminal.node_id)
          yield* apply(signOut(yield* state(caller.eventId, id), caller.userId))
          return terminal
        }),
        ({ active_user_id, node_id }) =>
          active_user_id === null ? null : {
            logType: "terminal_user_logged_out",
            content: { terminal_id: id, user_id: active_user_id },
            nodeId: node_id
          }
      )
    }, Effect.asVoid)

    /** Removes a terminal, and its token stops working. A terminal with a till must lose the till first. */
    const remove = Effect.fn("Terminals.remove")((caller: AtEvent, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        Effect.fnUntraced(function*() {
          const terminal = yield* existing(placeOf(caller), id)
          yield* changes.mayChange(caller, terminal.node_id)
          if (terminal.till_id !== null) {
            const [till] = yield* tills.names(caller.eventId, [terminal.till_id])
            return yield* InvalidArgument.of(terminalRules.terminal_serves_till, {
              terminal: terminal.name,
              till: till ?? terminal.till_id
            })
          }
          yield* terminals.remove(caller.eventId, id)
          return terminal
        }),
        ({ name, node_id }) => ({ logType: "terminal_deleted", content: { id, name }, nodeId: node_id })
      ))
    )

    /** The code of a terminal lets anyone register as it, so only users who administer the terminal's node see it. */
    const seenBy = Effect.fn("Terminals.seenBy")(function*(caller: Caller, found: ReadonlyArray<Terminal>) {
      const hidden = new Set(
        yield* Effect.filter(
          new Set(found.map(({ node_id }) => node_id)),
          (nodeId) => Effect.isFailure(changes.mayReach(caller, nodeId))
        )
      )
      return found.map((terminal) => hidden.has(terminal.node_id) ? withoutUuids(terminal) : terminal)
    })

    return {
      ...registrations,
      create,
      find: (place: Place, id: bigint) => dieOnInfrastructure(existing(place, id)),
      forceSignOut,
      list: (place: Place) => Effect.orDie(terminals.list(place)),
      remove,
      seenBy,
      switchTill,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TerminalRepository.layer, TillChangeRepository.layer, TillChanges.layer, TillRepository.layer])
  )
}
