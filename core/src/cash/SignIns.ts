import { Context, Effect, Layer, Result } from "effect"
import type { Actor } from "../organisation/Caller.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import type { Place } from "../organisation/Place.ts"
import { byKind, type Privilege } from "../organisation/Privilege.ts"
import { Refusals } from "../organisation/Refusals.ts"
import { toListedRole, type UserRole } from "../organisation/Role.ts"
import { RoleRepository } from "../organisation/RoleRepository.ts"
import { limits as attempts } from "../organisation/SignInLimit.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { CurrentUser, type PersonRow } from "../organisation/User.ts"
import { AccessDenied, InvalidArgument, Unauthorized } from "../primitives/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { activeAt, admit, CheckLoginResult, choose, offeredAt, UserTag } from "../till/SignIn.ts"
import { SignInRepository, type SignInState } from "../till/SignInRepository.ts"
import type { SignedInTerminal } from "../till/Terminal.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { refusalOf, type TerminalRequirement, type TillNeed, type TillRequired } from "../till/TerminalState.ts"
import { tillRules } from "../till/TillRules.ts"
import { terminalRules } from "./TerminalRules.ts"
import { signIn, signOut } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { TillChanges } from "./TillChanges.ts"

/** A node with the ids from the root down to it. */
export interface SeenNode {
  readonly id: bigint
  readonly name: string
  readonly path: ReadonlyArray<bigint>
}

/** The terminal, till and user of a change, decided on the stored state. */
export interface AuthorisedTerminal<Till extends boolean = boolean> {
  readonly actor: Actor & { readonly userId: bigint; readonly eventId: bigint }
  readonly place: Place
  readonly tillId: bigint | (Till extends true ? never : null)
  /** The active role of the signed-in user. */
  readonly roleId: bigint
  /** The privileges of the active role. */
  readonly privileges: ReadonlySet<Privilege>
  /** The roles that the active role names as assignable. */
  readonly listed: ReadonlySet<bigint>
  /** Checks once more, under the lock of the change: user, till and role can have changed since the first check. */
  readonly stillOpen: Effect.Effect<void, AccessDenied | NodeIsReadOnly | TillRequired | Unauthorized>
  /** As `stillOpen`, for a change at another node: the active role must count there as well. */
  readonly stillOpenAt: (node: SeenNode) => AuthorisedTerminal["stillOpen"]
}

/** Decides on the stored state who may sign in at a terminal, and records refusals. */
const admission = Effect.gen(function*() {
  const refusals = yield* Refusals
  const signIns = yield* SignInRepository

  /** The role of the signed-in user with the privileges that count here; null once none does. */
  const activeRole = Effect.fnUntraced(function*({ eventId }: SignedInTerminal, state: SignInState) {
    const { active_user_id: userId, active_user_role_id: roleId, path } = state
    if (userId === null || roleId === null) return null
    return activeAt(yield* signIns.roles(userId, path, eventId), roleId, { path, eventId })
  })

  /** The holder of the tag, with the roles that they may sign in with now. With a role given, only that role. */
  const check = Effect.fnUntraced(
    function*(terminal: SignedInTerminal, state: SignInState, uid: bigint, roleId: bigint | null) {
      const person = yield* signIns.byUid(terminal.eventId, uid)
      const decided = person === undefined
        ? Result.fail(AccessDenied.of(terminalRules.sign_in_tag_of_nobody))
        : yield* allowedTo(terminal, person, state, roleId)
      if (Result.isSuccess(decided)) return decided.success
      yield* refusals.noteSignIn({
        terminalId: terminal.terminalId,
        nodeId: state.home_node_id,
        userId: person?.id ?? null,
        reason: decided.failure.message
      })
      return yield* decided.failure
    }
  )

  const allowedTo = Effect.fnUntraced(
    function*(terminal: SignedInTerminal, person: PersonRow, state: SignInState, roleId: bigint | null) {
      const { eventId } = terminal
      const { path } = state
      const assigned = yield* signIns.roles(person.id, path, eventId)
      const offered = offeredAt(assigned, { path, eventId, hasTill: state.till_id !== null })
      const admitted = admit(offered, assigned.map(({ role }) => role), yield* activeRole(terminal, state))
      if (roleId === null) return Result.map(admitted, (roles) => ({ person, roles }))
      const chosen = Result.flatMap(admitted, (roles) => choose(roles, roleId))
      return Result.map(chosen, (role) => ({ person, roles: [activeAt(assigned, role.id, { path, eventId }) ?? role] }))
    }
  )

  return { activeRole, check }
})

/** Signs users in and out at terminals. */
export class SignIns extends Context.Service<SignIns>()("core/SignIns", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* TillChanges
    const limits = yield* SignInLimits
    const signIns = yield* SignInRepository
    const allRoles = yield* RoleRepository
    const { activeRole, check } = yield* admission

    const stateOf = Effect.fnUntraced(function*(terminal: SignedInTerminal) {
      return (yield* signIns.state(terminal)) ?? (yield* new Unauthorized())
    })

    const checkLogin = Effect.fn("SignIns.checkLogin")(function*(terminal: SignedInTerminal, uid: bigint) {
      const state = yield* stateOf(terminal)
      const { roles } = yield* check(terminal, state, uid, null)
      const known = yield* allRoles.list(state.path)
      return new CheckLoginResult({
        user_tag: new UserTag({ uid }),
        roles: roles.map((role) => toListedRole(role, known))
      })
    }, dieOnInfrastructure)

    const admitted = Effect.fnUntraced(function*(terminal: SignedInTerminal, uid: bigint, roleId: bigint) {
      const state = yield* stateOf(terminal)
      if (state.read_only) return yield* new NodeIsReadOnly({ node_id: state.node_id })
      const { person, roles } = yield* check(terminal, state, uid, roleId)
      return { person, role: roles[0]! }
    })

    /**
     * Sign-ins are limited because each one raises the version of the configuration. Published terminals treat 429 as a
     * server fault.
     */
    const limited = ({ eventId, terminalId }: SignedInTerminal) =>
      Effect.catchTag(
        limits.consume({ key: `sign-ins at terminal ${eventId} ${terminalId}`, limit: attempts.terminalSignIns }),
        "TooManyAttempts",
        ({ retry_after_seconds }) =>
          InvalidArgument.of(terminalRules.sign_ins_too_many, { minutes: Math.ceil(retry_after_seconds / 60) })
      )

    const login = Effect.fn("SignIns.login")(function*(terminal: SignedInTerminal, uid: bigint, roleId: bigint) {
      const { eventId, terminalId } = terminal
      const state = yield* dieOnInfrastructure(stateOf(terminal))
      const before = yield* dieOnInfrastructure(admitted(terminal, uid, roleId))
      yield* limited(terminal)
      return yield* changes.run(
        actorAt(terminal, state, before.person.id),
        Effect.fnUntraced(function*(apply) {
          // Decided again under the lock: the signed-in user and the roles that count can have changed.
          const { person, role } = yield* admitted(terminal, uid, roleId)
          const registerId = person.cash_register_id
          yield* bindings.lockRegisters(eventId, {
            terminalIds: [terminalId],
            registerIds: registerId === null ? [] : [registerId]
          })
          const held = registerId === null ? undefined : yield* bindings.register(eventId, registerId)
          yield* apply(signIn(yield* changes.terminal(eventId, terminalId), {
            id: person.id,
            roleId: role.id,
            register: held === undefined
              ? null
              : {
                id: held.id,
                accountId: held.account_id,
                balance: held.balance,
                cashierId: person.id,
                tillId: held.till_id
              }
          }))
          return currentUser(person, role)
        }),
        ({ id }) => ({ logType: "terminal_user_logged_in", content: { terminal_id: terminalId, user_id: id } })
      )
    }, Effect.catchTag("NotFound", () => new Unauthorized()))

    /** Needs no signed-in user, and works at archived nodes too. */
    const logout = Effect.fn("SignIns.logout")(
      function*(terminal: SignedInTerminal) {
        const { eventId, terminalId } = terminal
        const signedIn = yield* dieOnInfrastructure(stateOf(terminal))
        if (signedIn.active_user_id === null) return
        return yield* changes.run(
          actorAt(terminal, signedIn, signedIn.active_user_id),
          Effect.fnUntraced(function*(apply) {
            yield* stateOf(terminal)
            yield* bindings.lockRegisters(eventId, { terminalIds: [terminalId], registerIds: [] })
            const state = yield* changes.terminal(eventId, terminalId)
            yield* apply(signOut(state, null))
            return state
          }),
          ({ userId }) => ({
            logType: "terminal_user_logged_out",
            content: { terminal_id: terminalId, user_id: userId }
          })
        )
      },
      Effect.catchTag("NotFound", () => new Unauthorized()),
      Effect.asVoid
    )

    /** The signed-in user; null when nobody is signed in or their role was withdrawn. */
    const current = Effect.fn("SignIns.current")(function*(terminal: SignedInTerminal) {
      const state = yield* stateOf(terminal)
      const role = yield* activeRole(terminal, state)
      const person = state.active_user_id === null ? undefined : yield* signIns.byId(state.active_user_id)
      return person === undefined || role === null ? null : currentUser(person, role)
    }, dieOnInfrastructure)

    /** The state of a terminal and its user, if they meet the requirement; decided on the stored state. */
    const allow = Effect.fnUntraced(
      function*(terminal: SignedInTerminal, requirement: TerminalRequirement) {
        const state = yield* stateOf(terminal)
        const role = yield* activeRole(terminal, state)
        const refusal = refusalOf({
          hasTill: state.till_id !== null,
          privileges: role?.privileges ?? null,
          node: { id: state.node_id, read_only: state.read_only }
        }, requirement)
        if (refusal !== null) return yield* refusal
        return {
          userId: role === null ? null : state.active_user_id,
          roleId: role?.id ?? null,
          privileges: new Set(role?.privileges),
          listed: new Set(role?.assignable_role_ids ?? []),
          tillId: state.till_id,
          place: { eventId: terminal.eventId, nodeId: state.node_id, pathIds: state.path } satisfies Place
        }
      },
      dieOnInfrastructure
    )

    /** The signed-in user, if their active role allows the change. */
    const authorise = Effect.fn("SignIns.authorise")(function*<Till extends boolean>(
      terminal: TerminalCall<Privilege>,
      needs: TillNeed<Till>
    ) {
      const requirement = terminal.requirement(needs)
      const { listed, place, privileges, roleId, tillId, userId } = yield* allow(terminal, requirement)
      if (userId === null || roleId === null) return yield* AccessDenied.of(tillRules.nobody_signed_in)
      const { eventId, terminalId } = terminal
      const stillOpen = Effect.flatMap(
        allow(terminal, requirement),
        (now) =>
          now.userId === userId && now.tillId === tillId && now.privileges.symmetricDifference(privileges).size === 0 &&
            now.listed.symmetricDifference(listed).size === 0
            ? Effect.void
            : Effect.fail(AccessDenied.of(terminalRules.signed_in_user_changed))
      )
      const countsAt = Effect.fnUntraced(function*({ id, name, path }: SeenNode) {
        if (id === place.nodeId) return
        const assigned = yield* dieOnInfrastructure(signIns.roles(userId, path, eventId))
        if (!assigned.some(({ at, role }) => role.id === roleId && path.includes(at.node_id))) {
          return yield* AccessDenied.of(tillRules.role_not_at_node, { node: name })
        }
      })
      const opened: AuthorisedTerminal<Till> = {
        actor: { userId, terminalId, node: { id: place.nodeId }, eventId },
        place,
        // A till that is needed is there, or the call would have been refused.
        tillId: tillId as AuthorisedTerminal<Till>["tillId"],
        roleId,
        privileges,
        listed,
        stillOpen,
        stillOpenAt: (node) => Effect.andThen(stillOpen, countsAt(node))
      }
      return opened
    })

    return { authorise, checkLogin, current, login, logout }
  })
}) {
  static readonly layer = Layer.provide(Layer.effect(this, this.make), RoleRepository.layer)
}

const actorAt = ({ eventId, terminalId }: SignedInTerminal, state: SignInState, userId: bigint) =>
  ({ userId, terminalId, node: { id: state.home_node_id }, eventId }) satisfies Actor

const currentUser = (person: PersonRow, role: UserRole): CurrentUser =>
  new CurrentUser({
    ...person,
    active_role_id: role.id,
    active_role_name: role.name,
    privileges: role.privileges,
    ...byKind(role.privileges)
  })
