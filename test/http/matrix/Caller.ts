import { Privilege } from "@wristbank/core/organisation/Privilege"
import type { Effect } from "effect"
import type { Api } from "./InProcess.ts"

/** Each privilege alone, none, and all of them. */
export const holdings: ReadonlyArray<{ readonly name: string; readonly privileges: ReadonlyArray<Privilege> }> = [
  ...Privilege.literals.map((privilege) => ({ name: privilege, privileges: [privilege] })),
  { name: "no privilege", privileges: [] },
  { name: "every privilege", privileges: Privilege.literals }
]

/** Where somebody of the office has a role. */
export interface OfficeRights {
  readonly api: "administration"
  readonly privileges: ReadonlyArray<Privilege>
  /** The node where the role is assigned; null without any role. */
  readonly assignedAt: number | null
  readonly terminalOnly: boolean
}

/** A terminal and who is signed in there. */
export interface TillRights {
  readonly api: "terminal"
  /** Of the active role; none where nobody is signed in, or under a role that no longer counts. */
  readonly privileges: ReadonlyArray<Privilege>
  readonly hasTill: boolean
  readonly archived: boolean
}

/** A guest, or whoever has no token at all. */
export interface GuestSession {
  readonly api: "customer" | "none"
}

/** Somebody with a token. */
export interface Caller {
  readonly name: string
  readonly rights: OfficeRights | TillRights | GuestSession
  /** Only what is valid opens anything; `idle` was not used for long, `left` is of somebody who was removed. */
  readonly token: "valid" | "expired" | "idle" | "revoked" | "left" | "none"
  readonly secret: string | null
  /** Of another event, or another guest, than what calls name. */
  readonly foreign: boolean
  /** After calls that end the session, or sign somebody in or out. */
  readonly restore: Effect.Effect<void>
}

export const apiOf = ({ rights, token }: Caller): Api | null =>
  token !== "valid" || rights.api === "none" ? null : rights.api
