import * as Money from "@wristbank/core/base/Money"
import { printable } from "@wristbank/core/base/VisibleText"
import type { ExternalTicket, PresaleStats } from "@wristbank/core/presale/ExternalTicket"
import type { ListedCase } from "@wristbank/core/presale/PresaleCase"
import type { FileImport } from "@wristbank/core/presale/PresaleFiles"
import type { PresaleStatus } from "@wristbank/core/presale/PresaleStatus"
import type { DateTime } from "effect"
import { moment, tableLines } from "./Table.ts"

/** The outcome of an import, with a line for each problem. */
export const importLines = (report: FileImport): ReadonlyArray<string> => {
  const { added, cancelled, dry_run, orders, problems, unchanged, updated } = report
  const left = problems.length === 0 ? "" : `; ${problems.length} problems, whose orders are left out`
  return [
    ...problems.map(({ line, message, order }) =>
      printable(`line ${line}${order === null ? "" : `, order ${order}`}: ${message}`)
    ),
    `${orders} orders read, ${unchanged} of them as they were. Tickets ` +
    `${dry_run ? "that would be added" : "added"}: ${added}, updated: ${updated}, cancelled: ${cancelled}${left}`
  ]
}

interface PresaleView {
  /** Absent for a moment in the past, of which only figures are known. */
  readonly status?: PresaleStatus
  readonly figures: PresaleStats
  readonly currency: string
  readonly timeZone: string
}

const at = (time: DateTime.Utc | null, timeZone: string): string => time === null ? "never" : moment(time, timeZone)

/** How the import stands, its figures, and what waits for someone. */
export const statusLines = ({ currency, figures, status, timeZone }: PresaleView): ReadonlyArray<string> => {
  const money = (cents: Money.Cents) => `${Money.format(cents)} ${currency}`
  return [
    ...(status === undefined ? [] : readingLines(status, timeZone)),
    `${figures.total_tickets} tickets, ${figures.checked_in_tickets} checked in, ` +
    `${figures.suspended_tickets} not paid any more; ${figures.cancelled_tickets} cancelled`,
    `Credit: ${money(figures.total_credit_sold)} sold, ${money(figures.credit_activated)} with guests, ` +
    `${money(figures.credit_pending)} pending`,
    ...(status === undefined ? [] : waitingLines(status))
  ]
}

const readingLines = (status: PresaleStatus, timeZone: string): ReadonlyArray<string> => [
  `The presale is ${status.is_enabled ? "on" : "off"}. Last reading: ${at(status.read_at, timeZone)}, of everything: ${
    at(status.read_everything_at, timeZone)
  }`,
  ...(status.problem === null
    ? []
    : [
      printable(
        `${status.failures} readings failed since, the last at ${at(status.failed_at, timeZone)}: ${status.problem.en}`
      )
    ])
]

const waitingLines = (
  {
    broken_orders,
    check_in_problem,
    former_shop_check_ins,
    open_cases,
    stopped_check_ins,
    waiting_check_ins,
    waiting_notifications
  }: PresaleStatus
): ReadonlyArray<string> => [
  `Needs attention: ${open_cases} cases, ${broken_orders} orders, ${stopped_check_ins} check-ins that the shop refused`,
  `On its way: ${waiting_notifications} reports of the shop, ${waiting_check_ins} check-ins for it`,
  ...(former_shop_check_ins === 0
    ? []
    : [`Not sent: ${former_shop_check_ins} check-ins of a shop that the event no longer imports from`]),
  ...(check_in_problem === null ? [] : [printable(`The shop takes no check-ins: ${check_in_problem.en}`)])
]

const validity = ({ valid_from, valid_until }: ExternalTicket, timeZone: string): string =>
  [
    ...(valid_from === null ? [] : [`from ${moment(valid_from, timeZone)}`]),
    ...(valid_until === null ? [] : [`until ${moment(valid_until, timeZone)}`])
  ].join(" ")

/** Presale tickets as a table: a line each, below a heading. */
export const ticketLines = (tickets: ReadonlyArray<ExternalTicket>, timeZone: string): ReadonlyArray<string> =>
  tickets.length === 0 ? ["There are no such tickets."] : tableLines(
    ["order", "code", "product", "name", "e-mail", "credit", "state", "valid", "to be checked", "checked in"],
    tickets.map((ticket) => [
      printable(ticket.external_reference),
      printable(ticket.token),
      printable(ticket.pretix_product_name ?? String(ticket.pretix_item_id ?? "")),
      printable(ticket.customer_name ?? ""),
      printable(ticket.customer_email ?? ""),
      Money.format(ticket.initial_top_up_amount),
      ticket.state,
      validity(ticket, timeZone),
      printable(ticket.checkin_text ?? (ticket.checkin_attention ? "look closer" : "")),
      moment(ticket.checked_in_at, timeZone)
    ])
  )

const reasons: { readonly [Kind in ListedCase["kind"]]: string } = {
  cancelled_after_admission: "cancelled, guest is inside",
  unpaid_after_admission: "not paid any more, guest is inside",
  credit_lowered: "guest got more credit than was paid",
  credit_paid_back: "guest gets less credit than was bought: the rest was paid back or not paid",
  credit_over_limit: "credit would exceed the highest balance",
  credit_over_limit_before_admission: "entrance refuses it: credit exceeds the highest balance",
  credit_without_ticket: "credit belongs to no single ticket",
  other_shop: "ticket of a shop that is no longer read"
}

/** Cases as a table: a line each, below a heading. */
export const caseLines = (cases: ReadonlyArray<ListedCase>, timeZone: string): ReadonlyArray<string> =>
  cases.length === 0 ? ["Nothing waits for a decision."] : tableLines(
    ["case", "order", "reason", "amount", "account", "name", "balance", "since"],
    cases.map((one) => [
      String(one.id),
      printable(one.order_code),
      reasons[one.kind],
      Money.format(one.amount),
      String(one.customer_account_id ?? ""),
      printable(one.customer_name ?? ""),
      one.balance === null ? "" : Money.format(one.balance),
      moment(one.opened_at, timeZone)
    ])
  )
