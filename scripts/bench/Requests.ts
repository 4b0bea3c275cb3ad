import { randomUUID } from "node:crypto"
import { type Festival, scanTags } from "./Festival.ts"

/** The kinds of calls of each load, in turn, by the load's name. */
const loads = {
  /** Goods paid by tag. */
  sale: ["sale"],
  /** Cash onto a tag. */
  "top-up": ["top-up"],
  /** An entrance ticket for cash, with money onto its tag. */
  ticket: ["ticket"],
  /** An evening: of twenty bookings one ticket and three top-ups. */
  mixed: Array.from({ length: 20 }, (_, n) => n === 0 ? "ticket" as const : n % 6 === 3 ? "top-up" as const : "sale"),
  "check-sale": ["check-sale"],
  "ticket-scan": ["ticket-scan"],
  /** The account of a tag, at a terminal. */
  account: ["account"],
  /** What a terminal asks for at its start and at every poll. */
  config: ["config"],
  /** Cashiers who sign out at their terminals, and in again. */
  "sign-in": ["sign-out", "sign-in"],
  /** The start of a shift: eight of ten calls are sales, the others cashiers who sign out, and in at the terminal's next call. */
  "shift-start": Array.from(
    { length: 20 },
    (_, n) => n === 0 ? "sign-out" as const : n === 10 ? "sign-in" as const : "sale"
  ),
  /** What the portal shows a guest who is signed in. */
  portal: ["portal account", "portal payout", "portal top-ups", "portal orders", "portal transfers"],
  /** The account alone, with which the overview of the portal begins. */
  "portal-account": ["portal account"],
  /** The orders alone, which are most of what the portal reads. */
  "portal-orders": ["portal orders"]
} as const satisfies { readonly [load: string]: ReadonlyArray<string> }

export type Kind = typeof loads[keyof typeof loads][number]

/** The kinds of the calls of a load, in turn. */
export type Mix = ReadonlyArray<Kind>

export const mixes: ReadonlyMap<string, Mix> = new Map(Object.entries(loads))

/** The loads of bookings: each kind alone, and all together. */
export const bookingLoads = ["sale", "top-up", "ticket", "mixed"] as const satisfies ReadonlyArray<keyof typeof loads>

export interface Call {
  readonly kind: Kind
  readonly method: "GET" | "POST"
  /** From the root of the server. */
  readonly path: string
  readonly body: string
  readonly token: string
}

/** The tags that this load may sell tickets for. */
export interface TicketRange {
  readonly firstTicket: number
  readonly tickets: number
}

const portalPaths = {
  "portal account": "/customer",
  "portal payout": "/payout_info",
  "portal top-ups": "/sumup/open-checkouts",
  "portal orders": "/orders_with_bon?limit=11",
  "portal transfers": "/get_payout_transactions"
}

interface Context {
  readonly festival: Festival
  /** The number of the call, from 0 on. */
  readonly n: number
  /** Of the festival. */
  readonly terminal: number
}

const at = ({ festival, terminal }: Context, kind: Kind, path: string, body: object): Call => ({
  kind,
  method: "POST",
  path: `/api/terminal${path}`,
  body: JSON.stringify(body),
  token: festival.tokens[terminal]!
})

/** A guest comes again only after all others, so no two calls under way concern the same one. */
const guestOf = ({ festival, n }: Context) => festival.firstTag + n % festival.customers

const tagged = (n: number, pin: string, firstTag: number) => ({ tag_uid: firstTag + n, tag_pin: `${pin}${n}` })

const saleOf = (context: Context, kind: "sale" | "check-sale") => {
  const buttons = context.festival.buttonIds.map((till_button_id) => ({ till_button_id, quantity: 1 }))
  const body = { uuid: randomUUID(), payment_method: "tag", customer_tag_uid: guestOf(context), buttons }
  return at(context, kind, `/order/${kind === "sale" ? "book" : "check"}-sale`, body)
}

const topUpOf = (context: Context) => {
  const body = { uuid: randomUUID(), payment_method: "cash", customer_tag_uid: guestOf(context), amount: 10 }
  return at(context, "top-up", "/order/book-topup", body)
}

const ticketOf = (context: Context, ticket: number) => {
  const customer_tags = [tagged(ticket, "TICKET", context.festival.firstTicketTag)]
  return at(context, "ticket", "/order/book-ticket-sale", { uuid: randomUUID(), payment_method: "cash", customer_tags })
}

const scanOf = (context: Context) => {
  const customer_tags = [tagged(context.n % scanTags, "SCAN", context.festival.firstScanTag)]
  return at(context, "ticket-scan", "/order/check-ticket-scan", { customer_tags })
}

const read = (context: Context, kind: Kind, path: string): Call => ({
  ...at(context, kind, path, {}),
  method: "GET",
  body: ""
})

const signInOf = (context: Context) => {
  const user_tag = { uid: context.festival.firstCashierTag + context.terminal }
  return at(context, "sign-in", "/user/login", { user_tag, user_role_id: context.festival.cashierRoleId })
}

const portalCallOf = ({ festival, n }: Context, kind: keyof typeof portalPaths): Call => {
  const guest = Math.floor(n / loads.portal.length) % festival.guestTokens.length
  const path = `/api/customer${portalPaths[kind]}`
  return { kind, method: "GET", path, body: "", token: festival.guestTokens[guest]! }
}

/** The calls of a load, in turn. Terminals are numbered through all festivals: one after the other is at the next festival. */
export const callsOf = (festivals: ReadonlyArray<Festival>, mix: Mix, { firstTicket, tickets }: TicketRange) => {
  /** Terminals without a user. */
  const left = new Set<number>()
  let made = 0
  let sold = 0

  const contextOf = (terminal: number, n: number): Context => ({
    festival: festivals[terminal % festivals.length]!,
    terminal: Math.floor(terminal / festivals.length),
    n
  })

  /** The next call, at a terminal if it is one of terminals. */
  const next = (terminal: number): Call => {
    const context = contextOf(terminal, made++)
    const kind = mix[context.n % mix.length]!
    // No one sells at a terminal without a user. `delete` says whether the user had left.
    if (left.delete(terminal)) return signInOf(context)
    switch (kind) {
      case "sale":
      case "check-sale":
        return saleOf(context, kind)
      case "top-up":
        return topUpOf(context)
      case "ticket":
        if (sold === tickets) throw new Error("All tags are sold: make more of them")
        return ticketOf(context, firstTicket + sold++)
      case "ticket-scan":
        return scanOf(context)
      case "account":
        return read(context, kind, `/customer/${guestOf(context)}`)
      case "config":
        return read(context, kind, "/config")
      case "sign-in":
      case "sign-out":
        left.add(terminal)
        return at(context, "sign-out", "/user/logout", {})
      default:
        return portalCallOf(context, kind)
    }
  }

  /** The call that brings the user of one of these terminals back at the end of the load; `undefined` if all are there. */
  const last = (terminals: ReadonlyArray<number>): Call | undefined => {
    const terminal = terminals.find((one) => left.has(one))
    if (terminal === undefined) return undefined
    left.delete(terminal)
    return signInOf(contextOf(terminal, made))
  }
  return { last, next }
}
