import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import {
  AssignmentRow,
  BookingSettings,
  CardSettings,
  type EventConfiguration,
  ProfileRow,
  RegisterRow,
  TerminalRow,
  TillRow,
  TreeNode
} from "@wristbank/core/event/EventConfiguration"
import { tillPermissions } from "@wristbank/core/event/TillProfile"
import { isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import { UserRole } from "@wristbank/core/organisation/Role"
import { PersonRow } from "@wristbank/core/organisation/User"
import { admitted, registerAccountAt, type TerminalNeed, terminalState } from "@wristbank/core/till/TerminalState"
import { Result } from "effect"
import fc from "fast-check"
import { accounts } from "../sale/OrderWorld.ts"

const [eventId, areaId, otherAreaId, terminalId, userId, roleId] = [7n, 8n, 9n, 20n, 30n, 40n]
const session = "ab".repeat(32)

interface Drawn {
  /** The node of the till; null when the terminal has none. */
  readonly tillAt: bigint | null
  /** The node where the role is assigned; null when it is not assigned. */
  readonly heldAt: bigint | null
  readonly isSignedIn: boolean
  readonly isKnown: boolean
  readonly hasRegister: boolean
  readonly isArchived: boolean
  readonly privileges: ReadonlyArray<Privilege>
}

const usual: Drawn = {
  tillAt: areaId,
  heldAt: areaId,
  isSignedIn: true,
  isKnown: true,
  hasRegister: true,
  isArchived: false,
  privileges: ["can_book_orders"]
}

const permissions = Object.fromEntries(Object.keys(tillPermissions).map((name) => [name, true])) as {
  [name in keyof typeof tillPermissions]: true
}

const node = (id: bigint, parents: ReadonlyArray<bigint>, read_only: boolean): [bigint, TreeNode] => [
  id,
  new TreeNode({ id, name: `node ${id}`, parent_ids: parents, read_only })
]

const configurationOf = (drawn: Drawn): EventConfiguration => ({
  eventId,
  version: 1n,
  priceLists: [],
  pricing: new Map(),
  priceChanges: [],
  rateChanges: [],
  variants: [],
  soldOut: [],
  settings: new BookingSettings({
    name: "Festival",
    currency_identifier: "EUR",
    time_zone: "Europe/Berlin",
    max_account_balance: Cents.make(15_000n),
    customer_portal_url: "",
    sumup_topup_enabled: false,
    sumup_payment_enabled: false,
    allow_register_overdraft: false,
    basket_hold_minutes: 10
  }),
  card: new CardSettings({
    merchantCode: "",
    oauthClientId: "",
    apiKey: null,
    affiliateKey: null,
    oauthClientSecret: null
  }),
  nodes: new Map([
    node(0n, [], false),
    node(eventId, [0n], drawn.isArchived),
    node(areaId, [0n, eventId], drawn.isArchived),
    node(otherAreaId, [0n, eventId], drawn.isArchived)
  ]),
  systemAccounts: accounts,
  products: new Map(),
  systemProducts: new Map(),
  buttons: new Map(),
  categories: new Map(),
  layouts: new Map(),
  profiles: new Map([[50n, new ProfileRow({ id: 50n, name: "Bar", layout_id: 51n, ...permissions, one_page: false })]]),
  tills: new Map(
    drawn.tillAt === null ? [] : [[
      60n,
      new TillRow({
        id: 60n,
        node_id: drawn.tillAt,
        name: "Bar 1",
        description: null,
        active_profile_id: 50n,
        terminal_id: terminalId,
        cash_register_id: drawn.hasRegister ? 70n : null,
        is_virtual: false,
        z_nr: 1
      })
    ]]
  ),
  terminals: new Map([[
    terminalId,
    new TerminalRow({
      id: terminalId,
      node_id: eventId,
      name: "Terminal 1",
      description: null,
      session_hash: session,
      active_user_id: drawn.isSignedIn ? userId : null,
      active_user_role_id: drawn.isSignedIn ? roleId : null
    })
  ]]),
  registers: new Map([[70n, new RegisterRow({ id: 70n, node_id: eventId, name: "Register 1", account_id: 700n })]]),
  people: new Map(
    drawn.isKnown
      ? [[
        userId,
        new PersonRow({
          id: userId,
          node_id: eventId,
          login: "kim",
          display_name: "Kim",
          description: null,
          user_tag_id: null,
          user_tag_uid: null,
          transport_account_id: null,
          cash_register_id: null
        })
      ]]
      : []
  ),
  roles: new Map([[
    roleId,
    new UserRole({
      id: roleId,
      node_id: eventId,
      name: "role",
      is_privileged: false,
      privileges: drawn.privileges,
      assignable_role_ids: null
    })
  ]]),
  assignments: drawn.heldAt === null
    ? []
    : [new AssignmentRow({ node_id: drawn.heldAt, user_id: userId, role_id: roleId })],
  tagSecret: null
})

const nodes = fc.constantFrom(0n, eventId, areaId, otherAreaId)
const drawn: fc.Arbitrary<Drawn> = fc.record({
  tillAt: fc.option(fc.constantFrom(eventId, areaId)),
  heldAt: fc.option(nodes),
  isSignedIn: fc.boolean(),
  isKnown: fc.boolean(),
  hasRegister: fc.boolean(),
  isArchived: fc.boolean(),
  privileges: fc.subarray([...Privilege.literals])
})
const requirement = fc.record({
  anyOf: fc.subarray<TerminalNeed>([null, ...Privilege.literals]),
  till: fc.boolean(),
  write: fc.boolean()
})

const state = (configuration: EventConfiguration) =>
  Result.getOrThrow(terminalState(configuration, terminalId, session))

describe("what a terminal may do", () => {
  it("no other token and no other terminal is let in", () => {
    const configuration = configurationOf(usual)
    for (const [id, hash] of [[terminalId, "cd".repeat(32)], [21n, session], [terminalId, ""]] as const) {
      assert.strictEqual(Result.getOrThrow(Result.flip(terminalState(configuration, id, hash)))._tag, "Unauthorized")
    }
    const terminals = new Map([[
      terminalId,
      new TerminalRow({ ...configuration.terminals.get(terminalId)!, session_hash: null })
    ]])
    assert.isTrue(Result.isFailure(terminalState({ ...configuration, terminals }, terminalId, "null")))
  })

  it("follows from till, person, role and node, in this order of refusals", () =>
    fc.assert(fc.property(drawn, requirement, (is, needs) => {
      const place = is.tillAt ?? eventId
      const path: ReadonlyArray<bigint> = place === areaId ? [0n, eventId, areaId] : [0n, eventId]
      const counting = is.heldAt === null
        ? []
        : is.privileges.filter((privilege) => path.includes(is.heldAt!) || isOfEvent(privilege))
      const isPresent = is.isSignedIn && is.isKnown && counting.length > 0
      const isAllowed = needs.anyOf.some((need) => need === null || (isPresent && counting.includes(need)))
      const refusal = needs.till && is.tillAt === null
        ? "TillRequired"
        : !isAllowed
        ? isPresent ? "organisation.privilege_missing" : "till.nobody_signed_in"
        : needs.write && is.isArchived
        ? "NodeIsReadOnly"
        : null
      const outcome = admitted(state(configurationOf(is)), needs)
      assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, refusal)
      if (refusal !== null) return
      const { person, role, till } = Result.getOrThrow(outcome)
      if (needs.till) assert.strictEqual(till?.till.node_id, is.tillAt)
      if (!needs.anyOf.includes(null)) assert.deepStrictEqual([person?.id, role?.id], [userId, roleId])
    })))

  it("of a role that is held at another part of the event, only what is about the whole event counts", () => {
    const privileges = ["can_book_orders", "grant_vouchers"] as const
    const elsewhere = state(configurationOf({ ...usual, privileges, heldAt: otherAreaId }))
    assert.deepStrictEqual(elsewhere.role?.privileges, ["grant_vouchers"])
    const selling = { ...usual, privileges: ["can_book_orders"] as const, heldAt: otherAreaId }
    for (const without of [selling, { ...usual, heldAt: null }]) {
      const { person, role } = state(configurationOf(without))
      assert.deepStrictEqual([person, role], [null, null])
    }
  })

  it("the register is that of the till", () =>
    fc.assert(fc.property(drawn, (is) => {
      const account = is.tillAt !== null && is.hasRegister ? 700n : null
      assert.strictEqual(registerAccountAt(configurationOf(is), terminalId), account)
    })))
})
