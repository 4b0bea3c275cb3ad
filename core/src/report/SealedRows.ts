import type { SealKind } from "./DaySeal.ts"

/** Where rows of one kind are, and the text that is hashed of each, as SQL. */
export interface SealedRows {
  readonly from: string
  readonly event: string
  /** What pieces are ranges of. */
  readonly id: string
  /** The moment by which a row belongs to a day. */
  readonly at: string
  /** The order of rows of one id. */
  readonly place: string
  readonly text: string
  /** Rows that the text is of. */
  readonly rows: string
  /** Joins that the text needs and the ids don't. */
  readonly parts: string
}

/** Whole numbers, truth values, uuids and JSON: their text depends on no setting of the session. */
const plain = (column: string) => `${column}::text`

/** Microseconds since 1970: the text of a moment depends on the time zone of the session. */
const moment = (column: string) => `trunc(extract(epoch from ${column}) * 1000000)::text`

const bytes = (column: string) => `encode(${column}, 'hex')`

/** The eight bytes of a number with a point: its text depends on how many digits a session shows. */
const float = (column: string) => `encode(float8send(${column}), 'hex')`

type Columns = ReadonlyArray<readonly [form: (column: string) => string, columns: string]>

/**
 * A row as the text of an array: quotes and commas in a value are marked, and what is null differs from every text. Columns are listed
 * one by one, so that a new column of a table changes no seal. The name in front tells rows of different tables apart.
 */
const rowText = (name: string, table: string, columns: Columns) =>
  `array['${name}', ${
    columns.flatMap(([form, names]) => names.split(" ").map((column) => form(`${table}.${column}`))).join(", ")
  }]::text`

const orderText = rowText("order", "ordr", [
  [plain, "id uuid request_hash order_type payment_method"],
  [moment, "booked_at"],
  [
    plain,
    "z_nr till_id cashier_id customer_account_id user_tag_id cash_register_id cancels_order item_count old_balance"
  ],
  [plain, "new_balance old_vouchers new_vouchers buttons transaction_id"],
  [moment, "priced_at"],
  [plain, "reductions"]
])

const lineText = rowText("line", "line_item", [
  [plain, "item_id quantity product_id product_revision_id product_price tax_rate_id tax_name tax_rate total_price"],
  [plain, "total_tax vouchers_redeemed voucher_value list_price"]
])

const postingText = rowText("posting", "posting", [
  [plain, "id order_id conducting_user_id ticket_voucher_id description source_account target_account amount vouchers"],
  [moment, "booked_at"],
  [plain, "source_balance source_vouchers target_balance target_vouchers transaction_id"]
])

const signatureText = rowText("signature", "signing_job", [
  [plain, "till_id status"],
  [moment, "created_at"],
  [plain, "stage attempts tse_id tse_epoch"],
  [moment, "last_update"],
  [plain, "process_type process_data transaction_number"],
  [moment, "started_at"],
  [plain, "start_counter"],
  [bytes, "start_signature"],
  [moment, "finished_at"],
  [plain, "signature_counter"],
  [bytes, "signature"],
  [float, "duration"],
  [plain, "failure_reason result_message"]
])

/** The rows of a table that belong to an order, as one text and their number. */
const ofOrder = (table: string, text: string, order: string) =>
  `cross join lateral (
    select string_agg(${text}, e'\\n' order by ${order}) as text, count(*) as rows from ${table}
    where ${table}.event_id = ordr.event_id and ${table}.order_id = ordr.id
  ) as of_${table}`

const orders: SealedRows = {
  from: "ordr",
  event: "ordr.event_id",
  id: "ordr.id",
  at: "ordr.booked_at",
  place: "0",
  parts: [
    ofOrder("line_item", lineText, "item_id"),
    ofOrder("posting", postingText, "id"),
    ofOrder("signing_job", signatureText, "order_id")
  ].join(" "),
  text: `concat_ws(e'\\n', ${orderText}, of_line_item.text, of_posting.text, of_signing_job.text)`,
  rows: "1 + of_line_item.rows + of_posting.rows + of_signing_job.rows"
}

/** Rows of one table, each with an id. */
const oneTable = (table: string, at: string, name: string, columns: Columns): SealedRows => ({
  from: table,
  event: `${table}.event_id`,
  id: `${table}.id`,
  at: `${table}.${at}`,
  place: "0",
  parts: "",
  text: rowText(name, table, columns),
  rows: "1"
})

/** What a seal covers of each kind: what is never changed once it is stored, and of what is, the columns that are not. */
export const sealedRows: { readonly [Kind in SealKind]: SealedRows } = {
  orders,
  // Those of orders are in the pieces of these.
  postings: {
    ...oneTable("posting", "booked_at", "posting", []),
    from: "(select * from posting where order_id is null) as posting",
    text: postingText
  },
  closings: {
    ...oneTable("till_closing", "closed_at", "closing", [[plain, "till_id z_nr"], [moment, "closed_at"], [
      plain,
      "reason"
    ]]),
    id: "till_closing.till_id",
    place: "till_closing.z_nr"
  },
  shifts: oneTable("cashier_shift", "ended_at", "shift", [
    [plain, "id cashier_id cash_register_id closing_out_user_id comment actual_cash_drawer_balance"],
    [plain, "expected_cash_drawer_balance cash_drawer_imbalance"],
    [moment, "started_at ended_at"],
    [plain, "close_out_order_id imbalance_order_id shift_end_order_id"]
  ]),
  products: oneTable("product_revision", "created_at", "product", [
    [plain, "id product_id data"],
    [moment, "created_at"]
  ]),
  // What becomes of a payout may change: it is paid, released or returned.
  payouts: {
    ...oneTable("payout", "id", "payout", [
      [plain, "id payout_run_id customer_account_id iban account_name email user_tag_id remittance amount donation"]
    ]),
    from: "payout join payout_run on payout_run.event_id = payout.event_id and payout_run.id = payout.payout_run_id",
    at: "payout_run.created_at"
  },
  // What the ticket shop says of a ticket may change, but not when and for which order it was handed out.
  tickets: oneTable("ticket_voucher", "redeemed_at", "ticket", [
    [plain, "id customer_account_id order_uuid credit_in_order"],
    [moment, "redeemed_at"]
  ]),
  ticket_history: oneTable("ticket_voucher_history", "changed_at", "ticket state", [
    [plain, "id ticket_voucher_id state credit"],
    [moment, "changed_at"]
  ]),
  wristbands: oneTable("user_tag_history", "mapping_was_valid_until", "wristband", [
    [plain, "id account_id user_tag_id"],
    [moment, "mapping_was_valid_until"]
  ]),
  audit: {
    ...oneTable("audit_log", "created_at", "entry", [
      [plain, "id node_id log_type"],
      [moment, "created_at"],
      [plain, "originating_user_id originating_terminal_id content"]
    ]),
    from: "audit_log join node on node.id = audit_log.node_id",
    event: "node.event_id"
  }
}
