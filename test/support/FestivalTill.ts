import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { labelOf } from "./FestivalLedger.ts"
import { type Answer, type Body, type Call, caller, created, done, patiently } from "./FestivalServer.ts"
import { everythingAllowed } from "./profile.ts"

/** The privileges of cashiers, and of helpers who may only sign in. */
const privileges = {
  cashier: ["terminal_login", "can_book_orders", "cash_transport", "grant_free_tickets", "grant_vouchers"],
  helper: ["terminal_login"]
}

/** What the chips are numbered from: 56 bits, as real ones have. */
const firstUid = 0x04_a1_b2_c3_d4_00_00n

export type ProfileFlags = Partial<typeof everythingAllowed>

/** A user who works at tills. */
export interface Colleague {
  readonly id: number
  readonly uid: bigint
  readonly roleId: number
}

/** A till with a registered terminal. */
export interface OpenTill {
  readonly id: number
  readonly terminalId: number
  /** The terminal's token. */
  readonly token: string
  readonly registerId: number | null
  /** The name of the register's account in the results of `movedBy`. */
  readonly register: string
  readonly cashier: Colleague
}

/** The calls of a terminal. */
export interface TerminalCalls {
  readonly get: (path: string) => Effect.Effect<Answer>
  readonly post: (path: string, body?: unknown) => Effect.Effect<Answer>
}

export interface FestivalTill extends OpenTill, TerminalCalls {}

/** The calls of the terminal that has the token. */
export const terminalCalls = (address: string, token: string): TerminalCalls => {
  const call = caller(`${address}/terminal`, token)
  return { get: (path) => call("GET", path), post: (path, content) => call("POST", path, content) }
}

/** What the tills of an event need: ids of the roles of those who work at them, and of the secret of the chips. */
export interface Equipment {
  readonly roles: { readonly [Name in keyof typeof privileges]: number }
  readonly secret: number
}

/** Makes what the tills of an event need, as an operator does. */
export const equip = Effect.fnUntraced(function*(office: Call) {
  const createRole = (name: keyof typeof privileges) =>
    created(office("POST", "/user-roles", { name, privileges: privileges[name] }))
  const keys = { key0: "00112233445566778899aabbccddeeff", key1: "ffeeddccbbaa99887766554433221100" }
  const equipment: Equipment = {
    roles: { cashier: yield* createRole("cashier"), helper: yield* createRole("helper") },
    secret: yield* created(office("POST", "/user-tag-secrets", { ...keys, description: "chips" }))
  }
  return equipment
})

/** With a float (in major units) a till has a register. */
interface TillOptions {
  readonly flags?: ProfileFlags
  readonly profileId?: number
  readonly float?: number
  readonly node?: number
}

/** Makes tags, people, terminals, registers and tills of an event through the APIs, as an operator does. */
export const tillsOf = ({ address, at, equipment: { roles, secret }, event, layout, lastUid = firstUid }: {
  readonly address: string
  /** The administrator's calls at a node. */
  readonly at: (node: number) => Call
  readonly equipment: Equipment
  readonly event: number
  readonly layout: number
  /** Number of the last chip that someone has. */
  readonly lastUid?: bigint
}) => {
  const office = at(event)
  const profile = (flags: ProfileFlags, layout_id = layout) =>
    created(office("POST", "/till-profiles", { name: randomUUID(), layout_id, ...everythingAllowed, ...flags }))

  /** A wristband or card that no one has yet, with the number of its chip. */
  let highestUid = lastUid
  const tag = Effect.fnUntraced(function*(restriction: "under_16" | "under_18" | null = null) {
    const pin = randomUUID().slice(0, 13).toUpperCase()
    done(yield* office("POST", "/user-tags", [{ pin, restriction, secret_id: secret }]))
    return { pin, uid: ++highestUid }
  })

  /** A user with a tag and a role at the event. */
  const colleague = Effect.fnUntraced(function*(role: keyof typeof roles = "cashier") {
    const { pin, uid } = yield* tag()
    const { body } = done(
      yield* office("POST", "/users", {
        login: randomUUID(),
        display_name: "Robin",
        user_tag_pin: pin,
        user_tag_uid_hex: uid.toString(16).toUpperCase()
      })
    )
    const made: Colleague = { id: body.id as number, uid, roleId: roles[role] }
    done(yield* office("POST", "/user-to-roles", { user_id: made.id, role_ids: [made.roleId] }))
    return made
  })

  /** A registered terminal, without a till at first. */
  const device = Effect.fnUntraced(function*() {
    const { body } = done(yield* office("POST", "/terminal", { name: randomUUID() }))
    const terminal = caller(`${address}/terminal`, null)
    const registered = done(
      yield* patiently(terminal("POST", "/auth/register_terminal", { registration_uuid: body.registration_uuid }))
    )
    const token = String(registered.body.token)
    return { terminalId: body.id as number, token, ...terminalCalls(address, token) }
  })

  /** Gives a register with this float (major units) to the till's cashier. */
  const stockUp = Effect.fnUntraced(function*(post: FestivalTill["post"], cashier: Colleague, float: number) {
    const register = done(yield* office("POST", "/till-registers", { name: randomUUID() })).body
    const stocking = done(
      yield* office("POST", "/till-register-stockings", { name: randomUUID(), variable_in_euro: float })
    ).body
    done(
      yield* post("/stock-up-cash-register", {
        cashier_tag_uid: cashier.uid,
        cash_register_id: register.id,
        register_stocking_id: stocking.id
      })
    )
    return register
  })

  const openTill = Effect.fnUntraced(function*({ flags = {}, float, node = event, profileId }: TillOptions) {
    const { post, terminalId, token } = yield* device()
    const active_profile_id = profileId ?? (yield* profile(flags))
    const till = done(
      yield* at(node)("POST", "/tills", { name: randomUUID(), active_profile_id, terminal_id: terminalId })
    ).body
    const cashier = yield* colleague()
    done(yield* post("/user/login", login(cashier)))
    const register: Body | null = float === undefined ? null : yield* stockUp(post, cashier, float)
    const opened: OpenTill = {
      id: till.id as number,
      terminalId,
      token,
      registerId: register === null ? null : register.id as number,
      register: register === null ? "" : labelOf("cash_register", register.account_id as number),
      cashier
    }
    return opened
  })

  /** A till with its own cashier signed in. */
  const open = (options: TillOptions = {}) =>
    Effect.map(openTill(options), (till): FestivalTill => ({ ...till, ...terminalCalls(address, till.token) }))

  return { colleague, device, open, openTill, profile, stockUp, tag }
}

/** The request of a sign-in. */
export const login = ({ roleId, uid }: Colleague) => ({ user_tag: { uid }, user_role_id: roleId })
