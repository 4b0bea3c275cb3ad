import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { cashOffice } from "../../support/FestivalCash.ts"
import { promote } from "../../support/FestivalManager.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"
import { callsOf, type Described } from "../hostile/Requests.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import type { ValidCall } from "./ValidCall.ts"

/** Every call of the terminal API, by method and path. */
export const everyTerminalCall: ReadonlyMap<string, Described> = new Map(
  callsOf(TerminalApi).map((call) => [`${call.method} ${call.path}`, call])
)

/** A call at a terminal that changes something without booking an order, and the user that the audit log must name. */
export interface TerminalChange extends ValidCall {
  readonly token: string
  readonly audit: string
  readonly terminalId: number
  /** Null when no one is signed in. */
  readonly userId: number | null
}

type TerminalChanges = { readonly [call: string]: Effect.Effect<TerminalChange> }

const by = ({ cashier, terminalId, token }: FestivalTill) => ({ token, terminalId, userId: cashier.id })

/** Registration of terminals and its end, sign-in and sign-out. */
const registration = Effect.gen(function*() {
  const { admin, event, office, products, tills } = yield* Festival
  const calls: TerminalChanges = {
    "POST /auth/register_terminal": Effect.gen(function*() {
      const { body } = done(yield* office("POST", "/terminal", { name: newName() }))
      const { id, registration_uuid } = body
      return {
        token: "",
        terminalId: Number(id),
        userId: null,
        body: { registration_uuid },
        audit: "terminal_registered"
      }
    }),
    "POST /auth/logout_terminal": Effect.map(tills.open(), (till) => ({ ...by(till), audit: "terminal_logged_out" })),
    "POST /user/login": Effect.gen(function*() {
      const { terminalId, token } = yield* tills.device()
      const colleague = yield* tills.colleague()
      return { token, terminalId, userId: colleague.id, body: login(colleague), audit: "terminal_user_logged_in" }
    }),
    "POST /user/logout": Effect.map(tills.open(), (till) => ({ ...by(till), audit: "terminal_user_logged_out" })),
    // At a place of its own, or the tills of other calls would have nothing to sell.
    "POST /availability": Effect.gen(function*() {
      const place = { name: newName(), description: "" }
      const node = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, place))
      const body = { product_id: products.beer, is_sold_out: true }
      return { ...by(yield* tills.open({ node })), body, auditNode: node, audit: "product_sold_out" }
    })
  }
  return calls
})

/** Cash: stock-ups, transports and transfers. */
const cash = Effect.gen(function*() {
  const { tills } = yield* Festival
  const { officeTill, equipped, register, stocking } = yield* cashOffice
  const template = yield* stocking(20)
  const calls: TerminalChanges = {
    "POST /stock-up-cash-register": Effect.map(Effect.all([tills.colleague(), register]), ([{ uid }, { id }]) => ({
      ...by(officeTill),
      body: { cashier_tag_uid: uid, cash_register_id: id, register_stocking_id: template },
      audit: "cash_register_stocked_up"
    })),
    "POST /change-transport-register-balance": Effect.succeed({
      ...by(officeTill),
      body: { orga_tag_uid: officeTill.cashier.uid, amount: 30 },
      audit: "transport_account_balance_changed"
    }),
    "POST /change-cash-register-balance": Effect.map(tills.open({ float: 10 }), ({ cashier }) => ({
      ...by(officeTill),
      body: { cashier_tag_uid: cashier.uid, amount: -1 },
      audit: "cashier_account_balance_changed"
    })),
    "POST /transfer-cash-register": Effect.map(Effect.all([equipped(10), tills.colleague()]), ([source, target]) => ({
      ...by(officeTill),
      body: { source_cashier_tag_uid: source.uid, target_cashier_tag_uid: target.uid },
      audit: "cash_register_transferred"
    }))
  }
  return calls
})

/** Guests and colleagues. */
const people = Effect.gen(function*() {
  const { guest, office, tills } = yield* Festival
  const officeTill = yield* tills.open()
  yield* promote(officeTill)
  const tagged = Effect.map(tills.tag(), ({ pin, uid }) => ({ user_tag_pin: pin, user_tag_uid: uid }))
  const role = yield* created(office("POST", "/user-roles", { name: newName(), privileges: ["terminal_login"] }))
  const calls: TerminalChanges = {
    "POST /user/grant-free-ticket": Effect.map(tagged, (tag) => ({
      ...by(officeTill),
      body: { ...tag, initial_voucher_amount: 2 },
      audit: "free_ticket_granted"
    })),
    "POST /user/grant-vouchers": Effect.map(guest(), ({ uid }) => ({
      ...by(officeTill),
      body: { user_tag_uid: uid, vouchers: 2 },
      audit: "vouchers_granted"
    })),
    "POST /customer/switch_tag": Effect.map(Effect.all([guest(), tills.tag()]), ([{ pin: old_user_tag_pin }, tag]) => ({
      ...by(officeTill),
      body: { old_user_tag_pin, new_user_tag_pin: tag.pin, new_user_tag_uid: tag.uid, comment: "lost" },
      audit: "account_user_tag_changed"
    })),
    "POST /user/create-user": Effect.map(tagged, (tag) => ({
      ...by(officeTill),
      body: { ...tag, login: randomUUID(), display_name: newName(), role_ids: [] },
      audit: "user_created"
    })),
    "POST /user/update-user-roles": Effect.map(tills.colleague("helper"), ({ uid }) => ({
      ...by(officeTill),
      body: { user_tag_uid: uid, role_ids: [role] },
      audit: "user_to_roles_updated"
    }))
  }
  return calls
})

/** A valid call for each call of the terminal API that changes something without booking an order. */
export const terminalChanges = Effect.map(
  Effect.all([registration, cash, people]),
  ([first, second, third]): TerminalChanges => ({ ...first, ...second, ...third })
)
