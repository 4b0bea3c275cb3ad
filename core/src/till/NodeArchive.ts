import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, text } from "../base/Sentence.ts"
import { type Node, NodeIsReadOnly, rootId } from "../organisation/Node.ts"
import { terminalRules } from "./TerminalRules.ts"

/** The reasons that keep a node open, as a refusal names one and several of them. */
const labels = {
  transports_with_money: [
    text({ en: "transport account with money", de: "Transportkonto mit Geld" }),
    text({ en: "transport accounts with money", de: "Transportkonten mit Geld" })
  ],
  registers_with_money: [
    text({ en: "cash register with money", de: "Kassenlade mit Geld" }),
    text({ en: "cash registers with money", de: "Kassenladen mit Geld" })
  ],
  signed_in_terminals: [
    text({ en: "terminal where someone is signed in", de: "Terminal, an dem jemand angemeldet ist" }),
    text({ en: "terminals where someone is signed in", de: "Terminals, an denen jemand angemeldet ist" })
  ],
  pending_card_orders: [
    text({ en: "card payment that is not settled", de: "ungeklärte Kartenzahlung" }),
    text({ en: "card payments that are not settled", de: "ungeklärte Kartenzahlungen" })
  ],
  open_payout_runs: [
    text({
      en: "payout run that is neither done nor revoked",
      de: "Auszahlungslauf, der weder erledigt noch widerrufen ist"
    }),
    text({
      en: "payout runs that are neither done nor revoked",
      de: "Auszahlungsläufe, die weder erledigt noch widerrufen sind"
    })
  ],
  unsigned_orders: [
    text({ en: "order that waits for its signature", de: "Bestellung, die auf ihre Signatur wartet" }),
    text({ en: "orders that wait for their signature", de: "Bestellungen, die auf ihre Signatur warten" })
  ],
  nodes: [text({ en: "node below it", de: "Knoten darunter" }), text({ en: "nodes below it", de: "Knoten darunter" })],
  users: [text({ en: "user", de: "Benutzer" }), text({ en: "users", de: "Benutzer" })],
  user_roles: [text({ en: "role", de: "Rolle" }), text({ en: "roles", de: "Rollen" })],
  role_assignments: [
    text({ en: "role assigned there", de: "dort vergebene Rolle" }),
    text({ en: "roles assigned there", de: "dort vergebene Rollen" })
  ],
  products: [
    text({ en: "product or ticket", de: "Produkt oder Eintrittskarte" }),
    text({ en: "products and tickets", de: "Produkte und Eintrittskarten" })
  ],
  product_categories: [text({ en: "category", de: "Kategorie" }), text({ en: "categories", de: "Kategorien" })],
  price_lists: [text({ en: "price list", de: "Preisliste" }), text({ en: "price lists", de: "Preislisten" })],
  tax_rates: [text({ en: "tax rate", de: "Steuersatz" }), text({ en: "tax rates", de: "Steuersätze" })],
  tills: [text({ en: "till", de: "Kasse" }), text({ en: "tills", de: "Kassen" })],
  till_buttons: [text({ en: "button", de: "Taste" }), text({ en: "buttons", de: "Tasten" })],
  till_layouts: [text({ en: "layout", de: "Tastenbelegung" }), text({ en: "layouts", de: "Tastenbelegungen" })],
  till_profiles: [text({ en: "profile", de: "Kassenprofil" }), text({ en: "profiles", de: "Kassenprofile" })],
  terminals: [text({ en: "terminal", de: "Terminal" }), text({ en: "terminals", de: "Terminals" })],
  cash_registers: [text({ en: "cash register", de: "Kassenlade" }), text({ en: "cash registers", de: "Kassenladen" })],
  cash_register_stockings: [
    text({ en: "register stocking", de: "Wechselgeldvorlage" }),
    text({ en: "register stockings", de: "Wechselgeldvorlagen" })
  ],
  user_tags: [text({ en: "tag", de: "Armband" }), text({ en: "tags", de: "Armbänder" })],
  user_tag_secrets: [
    text({ en: "tag secret", de: "Schlüssel von Armbändern" }),
    text({ en: "tag secrets", de: "Schlüssel von Armbändern" })
  ],
  ticket_vouchers: [
    text({ en: "ticket sold before the event", de: "Vorverkaufsgutschein" }),
    text({ en: "tickets sold before the event", de: "Vorverkaufsgutscheine" })
  ],
  accounts: [text({ en: "account", de: "Konto" }), text({ en: "accounts", de: "Konten" })],
  tses: [text({ en: "signing device", de: "TSE" }), text({ en: "signing devices", de: "TSEs" })],
  orders: [text({ en: "order", de: "Bestellung" }), text({ en: "orders", de: "Bestellungen" })],
  postings: [text({ en: "posting", de: "Buchung" }), text({ en: "postings", de: "Buchungen" })],
  payouts: [text({ en: "payout", de: "Auszahlung" }), text({ en: "payouts", de: "Auszahlungen" })],
  signatures: [text({ en: "signature", de: "Signatur" }), text({ en: "signatures", de: "Signaturen" })],
  card_payments: [
    text({ en: "card payment", de: "Kartenzahlung" }),
    text({ en: "card payments", de: "Kartenzahlungen" })
  ]
} as const

export const UseKind = Schema.Literals([
  "transports_with_money",
  "registers_with_money",
  "signed_in_terminals",
  "pending_card_orders",
  "open_payout_runs",
  "unsigned_orders",
  "nodes",
  "users",
  "user_roles",
  "role_assignments",
  "products",
  "product_categories",
  "price_lists",
  "tax_rates",
  "tills",
  "till_buttons",
  "till_layouts",
  "till_profiles",
  "terminals",
  "cash_registers",
  "cash_register_stockings",
  "user_tags",
  "user_tag_secrets",
  "ticket_vouchers",
  "accounts",
  "tses",
  "orders",
  "postings",
  "payouts",
  "signatures",
  "card_payments"
])

/** One reason that keeps a node open, with how many objects there are of it (at least one). */
export const Use = Schema.Struct({ kind: UseKind, count: Schema.Int.check(Schema.isGreaterThan(0)) })
export type Use = typeof Use.Type

const stillInUse = text({
  en: "This part of the tree is still in use: {uses:list}",
  de: "Dieser Teil des Baums ist noch in Gebrauch: {uses:list}"
})

/** A node was to be archived while money or work is open at it or below, or deleted while it has contents. */
export class NodeInUse extends Schema.TaggedError<NodeInUse>()(
  "NodeInUse",
  { node_id: Id, reasons: Schema.Array(Use) },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    const uses = this.reasons.map(({ count, kind }) => `${count} ${labels[kind][count === 1 ? 0 : 1][language]}`)
    return say(stillInUse, { uses })(language)
  }
}

/**
 * Money that guests of an archived event have not claimed. It stays theirs and is paid out once the event is opened again.
 */
export class Unclaimed extends Schema.Class<Unclaimed>("Unclaimed")({
  /** How many guests still have money. */
  unclaimed_accounts: Schema.Int,
  /** What they have together. */
  unclaimed_balance: Money.Cents
}) {}

/**
 * Decides whether a node can be archived with all nodes below it; `open` lists the money and work that is open there. Who is signed
 * in at a terminal keeps nothing open: archiving signs them out, and their drawers are empty.
 */
export const archive = (
  node: Pick<Node, "id" | "read_only">,
  open: ReadonlyArray<Use>
): Result.Result<void, NodeInUse | NodeIsReadOnly> =>
  node.read_only
    ? Result.fail(new NodeIsReadOnly({ node_id: node.id }))
    : unused(node, open.filter(({ kind }) => kind !== "signed_in_terminals"))

/** Decides whether a node can be opened again with all nodes below it. It can't while a node above it stays archived. */
export const unarchive = (
  node: Pick<Node, "read_only">,
  parent: Pick<Node, "name" | "read_only">
): Result.Result<void, InvalidArgument> =>
  !node.read_only
    ? refuse(terminalRules.node_not_archived)
    : parent.read_only
    ? refuse(terminalRules.node_above_archived, { node: parent.name })
    : Result.void

/** Decides whether a node that is no event can be deleted; `there` counts the contents of it and of the nodes below. */
export const remove = (
  node: Pick<Node, "id">,
  there: ReadonlyArray<Use>
): Result.Result<void, InvalidArgument | NodeInUse> =>
  node.id === rootId ? refuse(terminalRules.root_not_deleted) : unused(node, there)

/**
 * Decides whether an event can be deleted with all that it holds: only one that never had to do with money, by a user who names
 * it. `kept` counts what has to be kept: orders, postings, payouts, signatures, card payments and devices that may still sign.
 */
export const removeEvent = (
  node: Pick<Node, "id" | "name">,
  confirmedName: string | null,
  kept: ReadonlyArray<Use>
): Result.Result<void, InvalidArgument | NodeInUse> =>
  kept.length > 0
    ? unused(node, kept)
    : confirmedName === node.name
    ? Result.void
    : refuse(terminalRules.event_name_needed, { event: node.name })

const unused = ({ id }: Pick<Node, "id">, reasons: ReadonlyArray<Use>): Result.Result<void, NodeInUse> =>
  reasons.length === 0 ? Result.void : Result.fail(new NodeInUse({ node_id: id, reasons }))
