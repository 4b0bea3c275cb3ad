import type { InvariantName } from "@wristbank/core/overview/Invariants"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { evening, signingFestival } from "../../support/FestivalSigning.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { rolledUp, summedUp } from "../journal/RolledUp.ts"

/**
 * An evening with one of everything that someone may want to change afterwards: signed sales and one that could not be signed,
 * three closings, a presale ticket, a payout run that is done, and two guests.
 */
export const wholeEvening = Effect.gen(function*() {
  const { bar, event, guest, office, press, tills } = yield* Festival
  const { entrance, presale } = yield* FestivalTickets
  const { closeAll, device, failAll, signAll } = yield* signingFestival
  const { created: newRun, payee } = yield* payoutOffice
  const tse = yield* device("sealed")
  const sell = (...args: Parameters<typeof sale>) => created(bar.post("/order/book-sale", sale(...args)))
  yield* evening
  const anna = yield* guest({ balance: 50 })
  const bert = yield* guest({ balance: 50 })
  const first = yield* sell([press("beer"), press("food")], anna)
  yield* signAll(tse)
  yield* closeAll
  const voucher = yield* presale
  done(
    yield* entrance.post(
      "/order/book-ticket-sale",
      ticketSale([scanOf(yield* tills.tag(), { voucher_token: voucher.token })])
    )
  )
  const second = yield* sell([press("beer", 2), press("food")], bert)
  const cash = yield* sell([press("beer", 2)], null, { payment_method: "cash" })
  const card = yield* sell([press("beer"), press("food")], null, { payment_method: "sumup" })
  const other = yield* tills.openTill({ float: 50 })
  yield* signAll(tse)
  yield* closeAll
  yield* Effect.tap(payee(20), () => newRun())
  const { ids } = done(yield* office("GET", "/payouts/")).body as { readonly ids: ReadonlyArray<number> }
  done(yield* office("POST", `/payouts/${ids[0]}/set-as-done`))
  done(yield* bar.post("/order/book-topup", topUp(anna, 10)))
  const unsigned = yield* sell([press("food")], null, { payment_method: "sumup" })
  yield* failAll
  yield* closeAll
  yield* rolledUp
  yield* summedUp
  const sql = yield* SqlClient.SqlClient
  const [entry] = yield* sql<{ last: bigint }>`select max(id) as last from audit_log`
  return {
    anna,
    bert,
    card,
    cash,
    event,
    first,
    lastEntry: entry!.last,
    otherCashier: other.cashier.id,
    otherTill: other.id,
    run: ids[0]!,
    second,
    till: bar.id,
    unsigned,
    voucher: voucher.id
  }
})

export type WholeEvening = Effect.Success<typeof wholeEvening>

/** One change of the evening past the server, and the invariants that then do not hold without a seal of the day. */
export interface SingleChange {
  readonly what: string
  readonly statements: ReadonlyArray<string>
  readonly named: ReadonlyArray<InvariantName>
}

/** Sums that servers keep of bookings: without them all are summed up anew, so that none of them tells of a change. */
const forgetSums = [
  "delete from booking_summary",
  "delete from order_summary",
  "update summary_cursor set up_to = 0",
  "delete from account_rollup",
  "update rollup_cursor set up_to = 0"
]

/** What removes an order with everything that depends on it. */
const remove = (order: number) => [
  `delete from card_payment where uuid = (select uuid from ordr where id = ${order})`,
  `delete from posting where order_id = ${order}`,
  `delete from line_item where order_id = ${order}`,
  `delete from signing_job where order_id = ${order}`,
  `delete from ordr where id = ${order}`,
  ...forgetSums
]

const change = (what: string, statements: string | ReadonlyArray<string>, ...named: ReadonlyArray<InvariantName>) => ({
  what,
  statements: typeof statements === "string" ? [statements] : statements,
  named
})

const ofOrders = ({ card, cash, first, otherCashier, otherTill, second, unsigned }: WholeEvening) => {
  const order = (columns: string, id = second) => `update ordr set ${columns} where id = ${id}`
  return [
    change("an unsigned sale is removed", remove(unsigned)),
    change("a signed sale by card is removed", remove(card), "signature-numbers"),
    change("the uuid of an order", order("uuid = gen_random_uuid()", first)),
    change("the request hash of an order", order("request_hash = md5(request_hash)")),
    change("the buttons of an order", order("buttons = '[]'")),
    change("the cashier of an order", [order(`cashier_id = ${otherCashier}`), ...forgetSums]),
    change(
      "the register of an order",
      [order("cash_register_id = (select max(id) from cash_register)", cash)],
      "order-lines"
    ),
    change("the till of an order", [order(`till_id = ${otherTill}`), ...forgetSums], "signing-jobs"),
    change(
      "the tag of an order",
      order(`user_tag_id = (select user_tag_id from ordr where id = ${first})`),
      "order-wristbands"
    ),
    change("the time of an order", [order("booked_at = booked_at - interval '3 seconds'"), ...forgetSums]),
    change(
      "the time of an order with all that has it",
      [
        order("booked_at = booked_at - interval '3 seconds'"),
        `update signing_job set created_at = created_at - interval '3 seconds' where order_id = ${second}`,
        `update posting set booked_at = booked_at - interval '3 seconds' where order_id = ${second}`,
        ...forgetSums
      ]
    ),
    change("the closing of an order", order("z_nr = z_nr - 1")),
    change(
      "the balances that an order notes",
      order("old_balance = old_balance + 100, new_balance = new_balance + 100"),
      "order-balances"
    ),
    change("the transaction of an order", [order("transaction_id = transaction_id - 1"), ...forgetSums]),
    change("the number of lines of an order", order("item_count = item_count + 1"), "line-amounts"),
    change(
      "the guest of an order",
      [
        order(
          "customer_account_id = null, user_tag_id = null, old_balance = null, new_balance = null, old_vouchers = null, new_vouchers = null"
        )
      ],
      "order-lines"
    )
  ]
}

const ofLines = ({ first, second }: WholeEvening) => {
  const line = (columns: string) => `update line_item set ${columns} where order_id = ${second} and item_id = 0`
  return [
    change("the name of the tax of a line", [line("tax_name = 'other'"), ...forgetSums]),
    change("the product of a line", [line("product_id = product_id + 1"), ...forgetSums], "line-references"),
    change(
      "the price of a line",
      [line("product_price = product_price + 1, total_price = total_price + quantity"), ...forgetSums],
      "order-lines",
      "signatures"
    ),
    change(
      "what vouchers paid of a line",
      [line("voucher_value = voucher_value + 1"), ...forgetSums],
      "order-lines",
      "line-amounts"
    ),
    change("the tax of a line", [line("total_tax = total_tax + 1"), ...forgetSums], "line-amounts"),
    change("the tax rate of a line", [line("tax_rate = 0, total_tax = 0"), ...forgetSums], "signatures"),
    change(
      "the name of a product when it was sold",
      `update product_revision set data = data || '{"name": "Water"}' where id = (
      select min(product_revision_id) from line_item where order_id = ${first})`
    ),
    change(
      "the time of a revision of a product",
      "update product_revision set created_at = created_at - interval '1 second'"
    ),
    change(
      "a line is removed",
      [`delete from line_item where order_id = ${second} and item_id = 0`, ...forgetSums],
      "order-lines",
      "line-amounts",
      "signatures"
    ),
    change(
      "a line is added",
      [
        `insert into line_item select event_id, order_id, 9, quantity, product_id, product_revision_id, product_price, tax_rate_id, tax_name, tax_rate, total_price, total_tax, vouchers_redeemed, voucher_value
        from line_item where order_id = ${second} and item_id = 0`,
        ...forgetSums
      ],
      "order-lines",
      "line-amounts",
      "signatures"
    )
  ]
}

const ofPostings = ({ card, run, second, anna, bert }: WholeEvening) => [
  change("the description of a posting", `update posting set description = 'gift' where order_id = ${second}`),
  change(
    "who made a posting by hand",
    `update posting set conducting_user_id = (select min(id) from usr) where conducting_user_id is not null`
  ),
  change(
    "the time of postings",
    `update posting set booked_at = booked_at + interval '1 second' where order_id = ${second}`
  ),
  change(
    "the amount of a posting",
    `update posting set amount = amount + 1 where order_id = ${second} and amount > 0`,
    "account-balance",
    "balance-chain",
    "roll-up",
    "order-lines",
    "order-balances"
  ),
  change("an amount between two derived accounts with the roll-up", [
    `update posting set amount = amount + 1 where order_id = ${card}`,
    ...forgetSums
  ], "order-lines"),
  change(
    "a posting is removed with the roll-up",
    [`delete from posting where order_id = ${card}`, ...forgetSums],
    "order-lines"
  ),
  change("a posting is doubled", [
    `insert into posting (event_id, order_id, description, source_account, target_account, amount, vouchers, booked_at, transaction_id)
    select event_id, order_id, description, source_account, target_account, amount, vouchers, booked_at, transaction_id from posting where order_id = ${card}`,
    ...forgetSums
  ], "order-lines"),
  change(
    "the order of postings",
    `update posting set order_id = null, conducting_user_id = (select min(id) from usr) where order_id = ${card}`,
    "order-lines"
  ),
  change("the tags of two guests", [
    `update account set user_tag_id = null where id = ${anna.accountId}`,
    `update account set user_tag_id = (select id from user_tag where uid = ${anna.uid}) where id = ${bert.accountId}`,
    `update account set user_tag_id = (select id from user_tag where uid = ${bert.uid}) where id = ${anna.accountId}`
  ], "order-wristbands"),
  change("the amount of a payout", `update payout set amount = amount - 1 where payout_run_id = ${run}`, "payout-runs"),
  change("a payout is removed", `delete from payout where payout_run_id = ${run}`),
  change(
    "the bank account of a payout that was made",
    `update payout set iban = 'DE02120300000000202051' where payout_run_id = ${run}`
  )
]

const ofVouchers = ({ voucher }: WholeEvening) => [
  change(
    "the credit of a voucher",
    `update ticket_voucher set credit = credit + 1 where id = ${voucher}`,
    "presale-history"
  ),
  change("the history of a voucher", "delete from ticket_voucher_history", "presale-history"),
  change(
    "when a ticket was handed out",
    `update ticket_voucher set redeemed_at = redeemed_at - interval '1 second' where id = ${voucher}`
  )
]

const ofSignatures = ({ second }: WholeEvening) => {
  const job = (columns: string, order = second) => `update signing_job set ${columns} where order_id = ${order}`
  return [
    change(
      "a byte of a signature",
      job("signature = set_byte(signature, 7, get_byte(signature, 7) # 1)"),
      "genuine-signatures"
    ),
    change("the counter of a signature", job("signature_counter = signature_counter + 1"), "genuine-signatures"),
    change("the time of a signature", job("finished_at = finished_at + interval '1 second'"), "genuine-signatures"),
    change("the duration of a signature", job("duration = duration + 1")),
    change("the tries of a signature", job("attempts = attempts + 1, last_update = now()")),
    change(
      "other sums in the process data",
      job("process_data = replace(process_data, '0', '1')"),
      "signatures",
      "genuine-signatures"
    ),
    change(
      "a signed order is made a failed one",
      job("status = 'failure', failure_reason = 'timeout', result_message = 'none'"),
      "signatures"
    ),
    change(
      "a signed order is made a failed one without a trace of its signature",
      [
        job(
          `status = 'failure', failure_reason = 'outage', result_message = 'TSE did not react', signature = null, signature_counter = null,
          finished_at = null, started_at = null, process_data = null, process_type = null, duration = null, transaction_number = null, tse_id = null`
        )
      ],
      "signature-numbers"
    )
  ]
}

const ofClosings = ({ till }: WholeEvening) => [
  change(
    "the number of a closing",
    `update till_closing set z_nr = z_nr + 10 where till_id = ${till} and z_nr = 1`,
    "closings",
    "closing-times"
  ),
  change(
    "the time of a closing",
    `update till_closing set closed_at = closed_at + interval '1 millisecond' where till_id = ${till} and z_nr = 1`
  ),
  change("the reason of a closing", `update till_closing set reason = 'operator' where till_id = ${till} and z_nr = 1`),
  change("a closing is removed", `delete from till_closing where till_id = ${till} and z_nr = 1`, "closings")
]

const ofEntries = ({ event, lastEntry }: WholeEvening) => [
  change("an audit entry is removed", `delete from audit_log where id = ${lastEntry}`),
  change("an audit entry says something else", `update audit_log set content = '{}' where id = ${lastEntry}`),
  change(
    "an audit entry names another user",
    `update audit_log set originating_user_id = (select max(id) from usr) where id = ${lastEntry}`
  ),
  change(
    "an audit entry is added",
    `insert into audit_log (node_id, log_type, content, created_at, originating_user_id, originating_terminal_id)
    select ${event}, 'user_created', '{}', created_at, originating_user_id, originating_terminal_id from audit_log where id = ${lastEntry}`
  ),
  change("an audit entry at another node", `update audit_log set node_id = 0 where id = ${lastEntry}`),
  change(
    "the body of a guarding function",
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
    "schema-guards"
  )
]

/** All single changes of an evening. */
export const singleChanges = (whole: WholeEvening): ReadonlyArray<SingleChange> => [
  ...ofOrders(whole),
  ...ofLines(whole),
  ...ofPostings(whole),
  ...ofVouchers(whole),
  ...ofSignatures(whole),
  ...ofClosings(whole),
  ...ofEntries(whole)
]
