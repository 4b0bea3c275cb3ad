import { isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import type { Effect } from "effect"
import type { Api } from "../calls/InProcess.ts"

/** Each privilege alone, none, all of them, and all that count at their node alone. */
export const holdings: ReadonlyArray<{ readonly name: string; readonly privileges: ReadonlyArray<Privilege> }> = [
  ...Privilege.literals.map((privilege) => ({ name: privilege, privileges: [privilege] })),
  { name: "no privilege", privileges: [] },
  { name: "every privilege", privileges: Privilege.literals },
  { name: "every privilege of nodes", privileges: Privilege.literals.filter((privilege) => !isOfEvent(privilege)) }
]

/** All privileges but those that a call needs: none of them opens it. */
export const without = (needs: ReadonlyArray<Privilege>) => ({
  name: `every privilege but ${needs.toSorted().join(" and ")}`,
  privileges: Privilege.literals.filter((privilege) => !needs.includes(privilege))
})

/** The role of a user in the office. */
export interface OfficeRights {
  readonly api: "administration"
  readonly privileges: ReadonlyArray<Privilege>
  /** The node where the role is assigned; null without a role. */
  readonly assignedAt: number | null
  /** Whether that node is the event of the calls or a part of it. */
  readonly assignedInEvent: boolean
  readonly terminalOnly: boolean
}

/** A terminal and its signed-in user. */
export interface TillRights {
  readonly api: "terminal"
  /** Privileges of the active role; none when no one is signed in, or when the role no longer counts. */
  readonly privileges: ReadonlyArray<Privilege>
  readonly hasTill: boolean
  readonly archived: boolean
}

/** A guest, or a caller without any token. */
interface GuestSession {
  readonly api: "customer" | "none"
}

/** A caller and their token. */
export interface Caller {
  readonly name: string
  readonly rights: OfficeRights | TillRights | GuestSession
  /** Only a valid token opens anything; `idle` was unused for too long, `left` is that of a removed user. */
  readonly token: "valid" | "expired" | "idle" | "revoked" | "left" | "none"
  readonly secret: string | null
  /** Whether the caller belongs to another event, or is another guest, than calls name. */
  readonly foreign: boolean
  /** Runs after calls that end the session, or sign a user in or out. */
  readonly restore: Effect.Effect<void>
}

export const apiOf = ({ rights, token }: Caller): Api | null =>
  token !== "valid" || rights.api === "none" ? null : rights.api
