import { Result, Schema } from "effect"
import {
  type EventConfiguration,
  pathTo,
  type ProfileRow,
  type RegisterRow,
  required,
  type RoleRow,
  type TerminalRow,
  type TillRow,
  type TreeNode
} from "../event/EventConfiguration.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import { Privilege } from "../organisation/Privilege.ts"
import type { PersonRow } from "../organisation/User.ts"
import type { Language } from "../primitives/Language.ts"
import { AccessDenied, Unauthorized } from "../primitives/Refusal.ts"
import { text } from "../primitives/Sentence.ts"
import { tillRules } from "./TillRules.ts"

const noTill = text({ en: "This terminal has no till yet", de: "Dieses Terminal hat noch keine Kasse" })

/** The terminal serves no till, and the call is one of a till. */
export class TillRequired extends Schema.TaggedError<TillRequired>()("TillRequired", {}, { httpApiStatus: 400 }) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return noTill[language]
  }
}

/** A terminal with what is bound to it and who is signed in, as the configuration has it. */
export interface TerminalState {
  readonly configuration: EventConfiguration
  readonly terminal: TerminalRow
  /** The till's node, else the event. */
  readonly node: TreeNode
  readonly till: TerminalTill | null
  readonly person: PersonRow | null
  readonly role: RoleRow | null
}

export interface TerminalTill {
  readonly till: TillRow
  readonly profile: ProfileRow
  readonly register: RegisterRow | null
}

/** A terminal that has all that a booking needs. */
export interface StaffedTill extends TerminalState {
  readonly till: TerminalTill
  readonly person: PersonRow
}

/** What a call needs of the terminal it comes from. */
export interface TerminalRequirement {
  /** Any one suffices, held through the active role; none listed: nobody needs to be signed in. */
  readonly privileges: ReadonlyArray<Privilege>
  readonly till: boolean
  /** The call changes something, so the node must not be archived. */
  readonly write: boolean
}

/** Somebody has to be signed in, in whatever role. */
export const anyPrivilege: ReadonlyArray<Privilege> = Privilege.literals

/** Where a terminal stands; only the session that the configuration knows counts. */
export const terminalState = (
  configuration: EventConfiguration,
  terminalId: bigint,
  sessionHash: string
): Result.Result<TerminalState, Unauthorized> => {
  const state = statesIn(configuration).get(terminalId)
  return state === undefined || state.terminal.session_hash !== sessionHash
    ? Result.fail(new Unauthorized())
    : Result.succeed(state)
}

/** Account of the register that lies in the terminal's till; null when there is none. */
export const registerAccountAt = (configuration: EventConfiguration, terminalId: bigint): bigint | null =>
  statesIn(configuration).get(terminalId)?.till?.register?.account_id ?? null

/** Each version of a configuration works its terminals out once. */
const states = new WeakMap<EventConfiguration, ReadonlyMap<bigint, TerminalState>>()

const statesIn = (configuration: EventConfiguration): ReadonlyMap<bigint, TerminalState> => {
  const known = states.get(configuration)
  if (known !== undefined) return known
  const tills = new Map(Array.from(configuration.tills.values(), (till) => [till.terminal_id, till]))
  const worked = new Map(Array.from(configuration.terminals.values(), (terminal) => {
    const till = tillAt(configuration, tills.get(terminal.id))
    const node = required(configuration.nodes, till?.till.node_id ?? configuration.eventId, "node")
    return [terminal.id, { configuration, terminal, node, till, ...signedInAt(configuration, terminal, node) }]
  }))
  states.set(configuration, worked)
  return worked
}

/** Whether the terminal and who is signed in there may do what a call asks. Token, till, person, privilege, archived node. */
export const admitted = (
  state: TerminalState,
  requirement: TerminalRequirement
): Result.Result<TerminalState, AccessDenied | NodeIsReadOnly | TillRequired> => {
  if (requirement.till && state.till === null) return Result.fail(new TillRequired())
  if (requirement.privileges.length > 0) {
    if (state.person === null) return Result.fail(AccessDenied.of(tillRules.nobody_signed_in))
    const held = state.role?.privileges ?? []
    if (!requirement.privileges.some((privilege) => held.includes(privilege))) {
      return Result.fail(
        AccessDenied.of(organisationRules.privilege_missing, { privileges: requirement.privileges })
      )
    }
  }
  return requirement.write && state.node.read_only
    ? Result.fail(new NodeIsReadOnly({ node_id: state.node.id }))
    : Result.succeed(state)
}

/** A terminal that was admitted with a till and a privilege has both till and person. */
export const staffed = (state: TerminalState): StaffedTill => {
  const { person, till } = state
  if (person === null || till === null) throw new Error("The call needs a till and somebody signed in")
  return { ...state, person, till }
}

const tillAt = (configuration: EventConfiguration, till: TillRow | undefined): TerminalTill | null =>
  till === undefined ? null : {
    till,
    profile: required(configuration.profiles, till.active_profile_id, "profile"),
    register: till.cash_register_id === null
      ? null
      : required(configuration.registers, till.cash_register_id, "register")
  }

/** A sign-in counts only while its role is still assigned to the user on the path from the root to the node. */
const signedInAt = (
  configuration: EventConfiguration,
  { active_user_id, active_user_role_id }: TerminalRow,
  node: TreeNode
): { readonly person: PersonRow | null; readonly role: RoleRow | null } => {
  if (active_user_id === null || active_user_role_id === null) return { person: null, role: null }
  const path = pathTo(configuration, node.id)
  const holds = configuration.assignments.some((assignment) =>
    assignment.user_id === active_user_id && assignment.role_id === active_user_role_id &&
    path.includes(assignment.node_id)
  )
  const person = configuration.people.get(active_user_id)
  const role = configuration.roles.get(active_user_role_id)
  return holds && person !== undefined && role !== undefined ? { person, role } : { person: null, role: null }
}
