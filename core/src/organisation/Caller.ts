import type { Node, ObjectType } from "./Node.ts"
import type { Privilege } from "./Privilege.ts"

/** What a node had to allow when somebody was let in there. */
export interface NodeRequirement {
  /** It must not be archived. */
  readonly write: boolean
  /** It must allow objects of this type; null: whatever it allows. */
  readonly objectType: ObjectType | null
}

/** Whom the audit log names for a change: nobody when a device registers itself. */
export interface Actor {
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  readonly node: Pick<Node, "id">
  readonly eventId: bigint | null
  /** Who gave the command in the person's name, as user@host; the audit log shows it. Absent for calls of an API. */
  readonly by?: string
  /** Looked at again once the change has its lock; absent for what works wherever it happens, such as signing out. */
  readonly requirement?: NodeRequirement
}

/** Who makes a change, and the node it is made from. */
export interface Caller extends Actor {
  readonly userId: bigint
  /** Set for changes made at a terminal. */
  readonly terminalId: bigint | null
  /** The caller's node, which new objects get. */
  readonly node: Node
  /** The event at or above the node. */
  readonly eventId: bigint | null
  /** Held at this node; in the back office without those of assignments that count at terminals only. */
  readonly privileges: ReadonlySet<Privilege>
}

/** A caller at a node of an event. */
export interface AtEvent extends Caller {
  readonly eventId: bigint
}
