import type { Customer } from "@wristbank/core/guest/Customer"
import { customerKeys } from "@wristbank/core/guest/CustomerRepository"
import type { Transaction } from "@wristbank/core/guest/Transaction"
import type { ListedOrder } from "@wristbank/core/journal/Order"
import { ExternalTicket } from "@wristbank/core/presale/ExternalTicket"
import { ticketKeys } from "@wristbank/core/presale/PresaleTicketRepository"
import type { Account } from "@wristbank/core/wristband/Account"
import { accountKeys } from "@wristbank/core/wristband/AccountRepository"
import type { UserTagDetail } from "@wristbank/core/wristband/UserTag"
import { tagKeys } from "@wristbank/core/wristband/UserTagRepository"
import { amount, answerList, type LongList } from "../answers/ListAnswer.ts"

const accountColumns: LongList<Account>["columns"] = {
  id: ({ id }) => id,
  node_id: ({ node_id }) => node_id,
  type: ({ type }) => type,
  name: ({ name }) => name,
  comment: ({ comment }) => comment,
  balance: ({ balance }) => amount(balance),
  vouchers: ({ vouchers }) => vouchers,
  user_tag_id: ({ user_tag_id }) => user_tag_id,
  user_tag_uid_hex: ({ user_tag_uid_hex }) => user_tag_uid_hex,
  restriction: ({ restriction }) => restriction
}

/** Answers a list of accounts. */
export const answerAccounts = answerList<Account>({ keys: accountKeys, columns: accountColumns })

/** Answers a list of customers. */
export const answerCustomers = answerList<Customer>({
  keys: customerKeys,
  columns: {
    ...accountColumns,
    user_tag_pin: ({ user_tag_pin }) => user_tag_pin,
    account_name: ({ account_name }) => account_name,
    iban: ({ iban }) => iban,
    email: ({ email }) => email,
    donation: ({ donation }) => amount(donation),
    donate_all: ({ donate_all }) => donate_all,
    has_entered_info: ({ has_entered_info }) => has_entered_info,
    payout_export: ({ payout_export }) => payout_export,
    payout_blocked_by: ({ payout_blocked_by }) => payout_blocked_by ?? null,
    payout_blocked_since: ({ payout_blocked_since }) => payout_blocked_since ?? null,
    last_active_at: ({ last_active_at }) => last_active_at ?? null
  }
})

/** Answers a list of tags. */
export const answerTags = answerList<UserTagDetail>({
  keys: tagKeys,
  columns: {
    id: ({ id }) => id,
    node_id: ({ node_id }) => node_id,
    pin: ({ pin }) => pin,
    uid_hex: ({ uid_hex }) => uid_hex,
    restriction: ({ restriction }) => restriction,
    variants: ({ variant_names }) => variant_names.join(", "),
    comment: ({ comment }) => comment,
    account_id: ({ account_id }) => account_id,
    user_id: ({ user_id }) => user_id
  }
})

/** Answers a list of presale tickets. */
export const answerPresaleTickets = answerList<ExternalTicket>({
  keys: ticketKeys,
  schema: ExternalTicket,
  columns: {
    id: ({ id }) => id,
    external_reference: ({ external_reference }) => external_reference,
    created_at: ({ created_at }) => created_at,
    token: ({ token }) => token,
    pretix_item_id: ({ pretix_item_id }) => pretix_item_id,
    pretix_product_name: ({ pretix_product_name }) => pretix_product_name,
    customer_account_id: ({ customer_account_id }) => customer_account_id,
    customer_name: ({ customer_name }) => customer_name,
    customer_email: ({ customer_email }) => customer_email,
    initial_top_up_amount: ({ initial_top_up_amount }) => amount(initial_top_up_amount),
    credit_booked: ({ credit_booked }) => amount(credit_booked),
    state: ({ state }) => state,
    checked_in_at: ({ checked_in_at }) => checked_in_at
  }
})

/** Answers a list of orders. */
export const answerOrders = answerList<ListedOrder>({
  keys: {},
  columns: {
    id: ({ id }) => id,
    uuid: ({ uuid }) => uuid,
    booked_at: ({ booked_at }) => booked_at,
    order_type: ({ order_type }) => order_type,
    payment_method: ({ payment_method }) => payment_method,
    total_price: ({ total_price }) => amount(total_price),
    total_tax: ({ total_tax }) => amount(total_tax),
    total_no_tax: ({ total_no_tax }) => amount(total_no_tax),
    cancels_order: ({ cancels_order }) => cancels_order,
    till_id: ({ till_id }) => till_id,
    cashier_id: ({ cashier_id }) => cashier_id,
    cash_register_id: ({ cash_register_id }) => cash_register_id,
    customer_account_id: ({ customer_account_id }) => customer_account_id,
    customer_tag_uid_hex: ({ customer_tag_uid_hex }) => customer_tag_uid_hex
  }
})

/** Answers a list of transactions. */
export const answerTransactions = answerList<Transaction>({
  keys: {},
  columns: {
    id: ({ id }) => id,
    booked_at: ({ booked_at }) => booked_at,
    source_account: ({ source_account }) => source_account,
    target_account: ({ target_account }) => target_account,
    amount: (of) => amount(of.amount),
    vouchers: ({ vouchers }) => vouchers,
    description: ({ description }) => description,
    conducting_user_id: ({ conducting_user_id }) => conducting_user_id,
    order_id: ({ order }) => order === null ? null : order.id,
    order_uuid: ({ order }) => order === null ? null : order.uuid,
    order_type: ({ order }) => order === null ? null : order.order_type,
    payment_method: ({ order }) => order === null ? null : order.payment_method
  }
})

interface AmountQuery {
  readonly min_amount?: bigint
  readonly max_amount?: bigint
}

interface TransactionQuery extends AmountQuery {
  readonly from_time?: Transaction["booked_at"]
  readonly to_time?: Transaction["booked_at"]
}

/** The bounds of an amount. */
export const amountOf = ({ max_amount, min_amount }: AmountQuery) => ({ from: min_amount, to: max_amount })

/** The filter of a list of transactions. */
export const transactionFilter = ({ from_time, to_time, ...amounts }: TransactionQuery) => ({
  ...given({ from: from_time, to: to_time }),
  amount: amountOf(amounts)
})

/** The fields of a filter that a query gives. */
export const given = <Fields extends { readonly [name: string]: unknown }>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
