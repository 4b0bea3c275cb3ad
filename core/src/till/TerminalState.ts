import { Result, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { AccessDenied, Unauthorized } from "../base/Refusal.ts"
import { text } from "../base/Sentence.ts"
import {
  type EventConfiguration,
  pathTo,
  type ProfileRow,
  type RegisterRow,
  required,
  type TerminalRow,
  type TillRow,
  type TreeNode
} from "../event/EventConfiguration.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import type { Place } from "../organisation/Place.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { countingAt, type UserRole } from "../organisation/Role.ts"
import type { PersonRow } from "../organisation/User.ts"
import { tillRules } from "./TillRules.ts"

const noTill = text({ en: "This terminal has no till yet", de: "Dieses Terminal hat noch keine Kasse" })

/** The call needs a till, and the terminal has none. */
export class TillRequired extends Schema.TaggedError<TillRequired>()("TillRequired", {}, { httpApiStatus: 400 }) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return noTill[language]
  }
}

/** A terminal with its till, user and role, as the configuration has them. */
export interface TerminalState {
  readonly configuration: EventConfiguration
  readonly terminal: TerminalRow
  /** The till's node, else the event's. */
  readonly node: TreeNode
  readonly till: TerminalTill | null
  readonly person: PersonRow | null
  readonly role: UserRole | null
}

export interface TerminalTill {
  readonly till: TillRow
  readonly profile: ProfileRow
  readonly register: RegisterRow | null
}

/** A privilege that allows a call, held through the active role; null: no one has to be signed in. */
export type TerminalNeed = Privilege | null

/** The demands of a service on the terminal itself; its endpoint declares those on the person who is signed in. */
export interface TillNeed<Till extends boolean = boolean> {
  readonly till: Till
  /** The call changes something, so the node must not be archived. */
  readonly write: boolean
}

/** Everything that is checked before a call of a terminal goes on. */
export interface TerminalRequirement<Need extends TerminalNeed = TerminalNeed, Till extends boolean = boolean>
  extends TillNeed<Till>
{
  /** Any one suffices. */
  readonly anyOf: ReadonlyArray<Need>
}

/** A terminal that meets a requirement: with its till, where one was required, and with the user who had to be signed in. */
export interface AdmittedTerminal<Need extends TerminalNeed, Till extends boolean> extends TerminalState {
  readonly till: TerminalTill | (Till extends true ? never : null)
  readonly person: PersonRow | Extract<Need, null>
  readonly role: UserRole | Extract<Need, null>
}

/** A terminal that has all that a booking needs. */
export type StaffedTill = AdmittedTerminal<Privilege, true>

/** The state of a terminal in a configuration. Only the session that the configuration has is valid. */
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

/** The account of the register in the terminal's till; null when there is no register in it. */
export const registerAccountAt = (configuration: EventConfiguration, terminalId: bigint): bigint | null =>
  statesIn(configuration).get(terminalId)?.till?.register?.account_id ?? null

/** Terminal states are computed once for each version of a configuration. */
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

/** The part of a terminal's state that a requirement is compared with. */
export interface AdmissionState {
  readonly hasTill: boolean
  /** Of the active role; null when no one is signed in. */
  readonly privileges: ReadonlyArray<Privilege> | null
  readonly node: Pick<TreeNode, "id" | "read_only">
}

/** Why a terminal may not do what a call asks; null when it may. Looks at till, person, privilege, archived node, in this order. */
export const refusalOf = (
  { hasTill, node, privileges }: AdmissionState,
  { anyOf, till, write }: TerminalRequirement
): AccessDenied | NodeIsReadOnly | TillRequired | null => {
  if (till && !hasTill) return new TillRequired()
  if (!anyOf.some((need) => need === null || privileges?.includes(need) === true)) {
    return privileges === null
      ? AccessDenied.of(tillRules.nobody_signed_in)
      : AccessDenied.of(organisationRules.privilege_missing, { privileges: anyOf.filter((need) => need !== null) })
  }
  return write && node.read_only ? new NodeIsReadOnly({ node_id: node.id }) : null
}

/** The terminal, when it and who is signed in there may do what a call asks. */
export const admitted = <Need extends TerminalNeed, Till extends boolean>(
  state: TerminalState,
  requirement: TerminalRequirement<Need, Till>
): Result.Result<AdmittedTerminal<Need, Till>, AccessDenied | NodeIsReadOnly | TillRequired> => {
  const { node, role, till } = state
  const refusal = refusalOf({ hasTill: till !== null, privileges: role?.privileges ?? null, node }, requirement)
  return refusal === null
    // Nothing was refused, so what the requirement asks for is there.
    ? Result.succeed(state as AdmittedTerminal<Need, Till>)
    : Result.fail(refusal)
}

/** The node of a terminal's till, as the place that objects are looked for. */
export const placeAt = ({ configuration, node }: TerminalState): Place => ({
  eventId: configuration.eventId,
  nodeId: node.id,
  pathIds: pathTo(configuration, node.id)
})

const tillAt = (configuration: EventConfiguration, till: TillRow | undefined): TerminalTill | null =>
  till === undefined ? null : {
    till,
    profile: required(configuration.profiles, till.active_profile_id, "profile"),
    register: till.cash_register_id === null
      ? null
      : required(configuration.registers, till.cash_register_id, "register")
  }

/** A sign-in counts only while its role is still assigned to the user, and with those privileges that count at the node. */
const signedInAt = (
  configuration: EventConfiguration,
  { active_user_id, active_user_role_id }: TerminalRow,
  node: TreeNode
): { readonly person: PersonRow | null; readonly role: UserRole | null } => {
  if (active_user_id === null || active_user_role_id === null) return { person: null, role: null }
  const { eventId } = configuration
  const eventOf = (nodeId: bigint) => pathTo(configuration, nodeId).includes(eventId) ? eventId : null
  const assignedAt = configuration.assignments
    .filter(({ role_id, user_id }) => user_id === active_user_id && role_id === active_user_role_id)
    .map(({ node_id }) => ({ node_id, event_id: eventOf(node_id) }))
  const person = configuration.people.get(active_user_id)
  const held = configuration.roles.get(active_user_role_id)
  const role = held === undefined
    ? null
    : countingAt(held, assignedAt, { path: pathTo(configuration, node.id), eventId })
  return person !== undefined && role !== null ? { person, role } : { person: null, role: null }
}
