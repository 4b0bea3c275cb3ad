import type { AtEvent } from "@wristbank/core/organisation/Caller"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { NewUserToRoles } from "@wristbank/core/organisation/RoleAssignment"
import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { Roles } from "@wristbank/core/organisation/Roles"
import { Users } from "@wristbank/core/organisation/Users"
import { NewUserTag } from "@wristbank/core/tag/UserTag"
import { UserTags } from "@wristbank/core/tag/UserTags"
import { NewUserTagSecret } from "@wristbank/core/tag/UserTagSecret"
import { UserTagSecrets } from "@wristbank/core/tag/UserTagSecrets"
import { Effect, References } from "effect"
import { randomBytes } from "node:crypto"

/** Users who sign in alone have `terminal_login`; cashiers need one of those to sign them in. */
const roles: Readonly<Record<string, ReadonlyArray<Privilege>>> = {
  cashier: ["supervised_terminal_login", "can_book_orders"],
  entry: ["supervised_terminal_login", "can_book_orders", "grant_free_tickets"],
  "shift lead": ["terminal_login", "supervised_terminal_login", "can_book_orders", "grant_vouchers"],
  finance: [
    "node_administration",
    "customer_management",
    "payout_management",
    "create_user",
    "user_management",
    "view_node_stats",
    "cash_transport",
    "terminal_login",
    "supervised_terminal_login",
    "can_book_orders",
    "grant_free_tickets",
    "grant_vouchers"
  ]
}

type Person = {
  readonly name: string
  readonly role: keyof typeof roles
  readonly works: string
  /** Number of the tag's chip. */
  readonly uid: bigint
  /** The float of a cashier, by its place in the list of stockings. */
  readonly float?: 0 | 1
}

/** The user who makes all bookings from before the opening. */
export const financier: Person = { name: "Henry", role: "finance", works: "Office", uid: 1008n, float: 1 }

export const people: ReadonlyArray<Person> = [
  { name: "Anna", role: "shift lead", works: "Bar 1", uid: 1001n, float: 0 },
  { name: "Ben", role: "shift lead", works: "Bar 2", uid: 1002n, float: 0 },
  { name: "Carla", role: "cashier", works: "Bar 2", uid: 1003n },
  { name: "Dario", role: "cashier", works: "Food", uid: 1004n },
  { name: "Ella", role: "entry", works: "Entry", uid: 1005n, float: 0 },
  { name: "Finn", role: "cashier", works: "Top-up", uid: 1006n, float: 1 },
  { name: "Grete", role: "cashier", works: "Cash desk", uid: 1007n, float: 1 },
  financier
]

export const personNamed = (name: string): Person => {
  const found = people.find((one) => one.name === name)
  if (found === undefined) throw new Error(`Nobody at the demo festival is called ${name}`)
  return found
}

/** Tags of guests. */
export const guests = Array.from({ length: 200 }, (_, at) => ({
  pin: `GUEST${String(at + 1).padStart(3, "0")}`,
  /** The chip number, which the system learns at the first use of the tag. */
  uid: 2001n + BigInt(at),
  /** One guest in ten is under age. */
  restriction: at % 20 === 18 ? "under_18" as const : at % 20 === 19 ? "under_16" as const : null
}))

/** The user's login, as commands take it. */
export const loginOf = ({ name }: Person): string => name.toLowerCase()

const pinOf = ({ name }: Person) => `STAFF-${name.toUpperCase()}`

/** Makes the tags of guests and staff, the roles, and the users who have them. */
export const makePeople = Effect.fnUntraced(function*(caller: AtEvent) {
  const secrets = yield* UserTagSecrets
  const secret = yield* secrets.create(
    caller,
    new NewUserTagSecret({ key0: chipKey(), key1: chipKey(), description: "Keys of the demo tags" })
  )
  const staff = people.map((person) => ({ pin: pinOf(person), restriction: null }))
  const tags = yield* UserTags
  const made = tags.create(
    caller,
    [...guests, ...staff].map(({ pin, restriction }) => new NewUserTag({ pin, restriction, secret_id: secret.id }))
  )
  // The demo's PINs are easy to type and easy to guess, so their warning is left out of the log.
  yield* Effect.provideService(made, References.MinimumLogLevel, "Error")
  const userRoles = yield* Roles
  const roleIds = new Map<string, bigint>()
  for (const [name, privileges] of Object.entries(roles)) {
    const { id } = yield* userRoles.create(caller, { name, is_privileged: false, privileges })
    roleIds.set(name, id)
  }
  const users = yield* Users
  const assignments = yield* RoleAssignments
  for (const person of people) {
    const user = yield* users.create(caller, {
      login: loginOf(person),
      display_name: person.name,
      description: person.works,
      pin: pinOf(person),
      uid: person.uid,
      password: null
    })
    const roleId = roleIds.get(person.role)
    yield* assignments.set(
      caller,
      new NewUserToRoles({
        user_id: user.id,
        role_ids: roleId === undefined ? [] : [roleId],
        terminal_only: false
      })
    )
  }
})

const chipKey = () => randomBytes(16).toString("hex")
