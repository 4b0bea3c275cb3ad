import type { Node, ObjectType } from "./Node.ts"
import type { Privilege } from "./Privilege.ts"

/** The conditions that were checked for the caller's node when the call was admitted. */
export interface NodeRequirement {
  /** The node must not be archived. */
  readonly write: boolean
  /** The type of object that the node must allow; null if the call concerns no type. */
  readonly objectType: ObjectType | null
}

/** The originator of a change, for the audit log. The user is null when a device registers itself. */
export interface Actor {
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  readonly node: Pick<Node, "id">
  readonly eventId: bigint | null
  /**
   * The operating-system account (user@host) that gave a command, in the user's name or without one, or one of `originators`; for the audit
   * log. Absent for calls of users and terminals.
   */
  readonly by?: string
  /**
   * Conditions to check again once the change has its lock. Absent for changes without conditions, such as signing out.
   */
  readonly requirement?: NodeRequirement
}

/** The user who makes a change, and the node from which they make it. */
export interface Caller extends Actor {
  readonly userId: bigint
  /** Set for changes made at a terminal. */
  readonly terminalId: bigint | null
  /** The node at which new objects are created. */
  readonly node: Node
  /** The event at or above the node. */
  readonly eventId: bigint | null
  /** The privileges held at this node. In the back office, assignments that count at terminals only are left out. */
  readonly privileges: ReadonlySet<Privilege>
  /** At a terminal, the roles that the active role names as assignable. */
  readonly listedRoles?: ReadonlySet<bigint>
}

/** A caller at a node of an event. */
export interface AtEvent extends Caller {
  readonly eventId: bigint
}
