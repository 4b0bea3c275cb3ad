import { Context, Effect, Layer, Result } from "effect"
import { limits as attempts } from "../base/limits/Limits.ts"
import { AccessDenied, InvalidArgument, Unauthorized } from "../base/Refusal.ts"
import type { Actor } from "../organisation/Caller.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import type { Place } from "../organisation/Place.ts"
import { byKind, type Privilege } from "../organisation/Privilege.ts"
import { Refusals } from "../organisation/Refusals.ts"
import { toListedRole, type UserRole } from "../organisation/Role.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { CurrentUser, type PersonRow } from "../organisation/User.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { CashierChanges, type Counting, heldRegister, occupiedTerminal, uncounted } from "./CashierChanges.ts"
import { activeAt, admit, CheckLoginResult, choose, offeredAt, UserTag } from "./SignIn.ts"
import type { SignInFacts } from "./SignInFacts.ts"
import { SignInRepository } from "./SignInRepository.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import type { TerminalCall } from "./TerminalGuard.ts"
import { terminalRules } from "./TerminalRules.ts"
import { refusalOf, type TerminalRequirement, type TillNeed, type TillRequired } from "./TerminalState.ts"
import { signIn, signOut } from "./TillChange.ts"
import { tillRules } from "./TillRules.ts"

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

/** The place of a terminal in the tree. */
const placeOf = ({ path }: SignInFacts, eventId: bigint) => ({ path, eventId })

/** The role of the signed-in user with the privileges that count here; null once none does. */
const activeRole = (facts: SignInFacts, eventId: bigint): UserRole | null =>
  facts.active === null || facts.active_role_id === null
    ? null
    : activeAt(facts.rolesOf(facts.active.id), facts.active_role_id, placeOf(facts, eventId))

/** The roles that the holder of the tag may sign in with now; with a role given, only that one. */
const allowedTo = (facts: SignInFacts, person: PersonRow, eventId: bigint, roleId: bigint | null) => {
  const place = placeOf(facts, eventId)
  const assigned = facts.rolesOf(person.id)
  const offered = offeredAt(assigned, { ...place, hasTill: facts.till !== null })
  const admitted = admit(offered, assigned.map(({ role }) => role), activeRole(facts, eventId))
  if (roleId === null) return Result.map(admitted, (roles) => ({ person, roles }))
  const chosen = Result.flatMap(admitted, (roles) => choose(roles, roleId))
  return Result.map(chosen, (role) => ({ person, roles: [activeAt(assigned, role.id, place) ?? role] }))
}

/** Signs users in and out at terminals. */
export class SignIns extends Context.Service<SignIns>()("core/SignIns", {
  make: Effect.gen(function*() {
    const changes = yield* CashierChanges
    const limits = yield* SignInLimits
    const refusals = yield* Refusals
    const signIns = yield* SignInRepository

    const factsAt = Effect.fnUntraced(function*(terminal: SignedInTerminal) {
      return (yield* signIns.facts(terminal, null)) ?? (yield* new Unauthorized())
    })

    /** The holder of the tag, with the roles that they may sign in with now. Refusals are recorded. */
    const check = Effect.fnUntraced(
      function*({ eventId, terminalId }: SignedInTerminal, facts: SignInFacts, roleId: bigint | null) {
        const person = facts.holder
        const decided = person === null
          ? Result.fail(AccessDenied.of(terminalRules.sign_in_tag_of_nobody))
          : allowedTo(facts, person, eventId, roleId)
        if (Result.isSuccess(decided)) return decided.success
        yield* refusals.noteSignIn({
          terminalId,
          nodeId: facts.home_node_id,
          userId: person?.id ?? null,
          reason: decided.failure.message
        })
        return yield* decided.failure
      }
    )

    const checkLogin = Effect.fn("SignIns.checkLogin")(function*(terminal: SignedInTerminal, uid: bigint) {
      const { facts, known } = (yield* signIns.factsAndRoles(terminal, uid)) ?? (yield* new Unauthorized())
      const { roles } = yield* check(terminal, facts, null)
      return new CheckLoginResult({
        user_tag: new UserTag({ uid }),
        roles: roles.map((role) => toListedRole(role, known))
      })
    }, dieOnInfrastructure)

    /**
     * Sign-ins are limited because each one raises the version of the configuration. Published terminals treat 429 as a
     * server fault.
     */
    const limited = ({ eventId, terminalId }: SignedInTerminal): Counting<InvalidArgument> => (store) =>
      Effect.catchTag(
        limits.consumeWith({
          key: `sign-ins at terminal ${eventId} ${terminalId}`,
          limit: attempts.terminalSignIns
        }, store),
        "TooManyAttempts",
        ({ retry_after_seconds }) =>
          InvalidArgument.of(terminalRules.sign_ins_too_many, { minutes: Math.ceil(retry_after_seconds / 60) })
      )

    const login = Effect.fn("SignIns.login")((terminal: SignedInTerminal, uid: bigint, roleId: bigint) =>
      changes.run(
        terminal,
        uid,
        Effect.fnUntraced(function*(facts) {
          if (facts.read_only) return yield* new NodeIsReadOnly({ node_id: facts.node_id })
          const { person, roles } = yield* check(terminal, facts, roleId)
          const role = roles[0]!
          const steps = signIn(occupiedTerminal(terminal.terminalId, facts), {
            id: person.id,
            roleId: role.id,
            register: heldRegister(facts, person.id)
          })
          return {
            answer: currentUser(person, role),
            change: { steps, logType: "terminal_user_logged_in", userId: person.id }
          }
        }),
        limited(terminal)
      )
    )

    /** Needs no signed-in user, and works at archived nodes too. */
    const logout = Effect.fn("SignIns.logout")((terminal: SignedInTerminal) =>
      changes.run(
        terminal,
        null,
        (facts) =>
          Effect.succeed({
            answer: undefined,
            change: facts.active === null ? null : {
              steps: signOut(occupiedTerminal(terminal.terminalId, facts), null),
              logType: "terminal_user_logged_out",
              userId: facts.active.id
            }
          }),
        uncounted
      )
    )

    /** The signed-in user; null when no one is signed in or their role was withdrawn. */
    const current = Effect.fn("SignIns.current")(function*(terminal: SignedInTerminal) {
      const facts = yield* factsAt(terminal)
      const role = activeRole(facts, terminal.eventId)
      return facts.active === null || role === null ? null : currentUser(facts.active, role)
    }, dieOnInfrastructure)

    /** The state of a terminal and its user, if they meet the requirement; decided on the stored state. */
    const allow = Effect.fnUntraced(
      function*(terminal: SignedInTerminal, requirement: TerminalRequirement) {
        const facts = yield* factsAt(terminal)
        const role = activeRole(facts, terminal.eventId)
        const tillId = facts.till?.id ?? null
        const refusal = refusalOf({
          hasTill: tillId !== null,
          privileges: role?.privileges ?? null,
          node: { id: facts.node_id, read_only: facts.read_only }
        }, requirement)
        if (refusal !== null) return yield* refusal
        return {
          userId: role === null ? null : facts.active?.id ?? null,
          roleId: role?.id ?? null,
          privileges: new Set(role?.privileges),
          listed: new Set(role?.assignable_role_ids ?? []),
          tillId,
          place: { eventId: terminal.eventId, nodeId: facts.node_id, pathIds: facts.path } satisfies Place
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
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CashierChanges.layer, Refusals.layer, SignInLimits.layer, SignInRepository.layer])
  )
}

const currentUser = (person: PersonRow, role: UserRole): CurrentUser =>
  new CurrentUser({
    ...person,
    active_role_id: role.id,
    active_role_name: role.name,
    privileges: role.privileges,
    ...byKind(role.privileges)
  })
