import { Link } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { useNodeId } from "../tree.ts"
import { nameOf, withRegisters } from "./AccountNames.ts"
import type { AccountTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Transaction = OfficeAnswer<"GET /transactions/:transaction_id">

const transactionFacts = (say: AccountTexts): ReadonlyArray<Column<Transaction>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ booked_at }) => booked_at },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount || null },
  { key: "vouchers", title: say.vouchers, kind: "count", of: ({ vouchers }) => vouchers || null },
  {
    key: "from",
    title: say.from,
    of: ({ source_account }) => source_account,
    show: ({ source_account }) => <AccountLink id={source_account} />
  },
  {
    key: "to",
    title: say.to,
    of: ({ target_account }) => target_account,
    show: ({ target_account }) => <AccountLink id={target_account} />
  },
  {
    key: "order",
    title: say.order,
    of: ({ order }) => order?.id,
    show: ({ order }) => order && <Link href={`/guests/orders/${order.id}`}>{say.orderNumber(String(order.id))}</Link>
  },
  { key: "reason", title: say.reason, of: ({ description }) => description },
  {
    key: "person",
    title: say.person,
    of: ({ conducting_user_id }) => conducting_user_id && say.personNumber(String(conducting_user_id))
  }
]

/** One movement of money or vouchers. */
export const TransactionPage = () => {
  const say = useTexts()
  const transaction = useAnswer("GET /transactions/:transaction_id", {
    params: { transaction_id: useIdInAddress() },
    query: { node_id: useNodeId() }
  })
  return (
    <Page title={transaction.data && say.transactionNumber(String(transaction.data.id))}>
      <Loaded of={transaction}>
        {(stored) => (
          <section className="card">
            <Facts of={stored} columns={transactionFacts(say)} />
          </section>
        )}
      </Loaded>
    </Page>
  )
}

/** The name of an account, once it is known, and the way there. */
const AccountLink = ({ id }: { readonly id: number }) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const account = useAnswer("GET /accounts/:account_id", { params: { account_id: id }, query }).data
  const registers = useList("GET /till-registers", { query }).data ?? []
  const [data] = withRegisters(account === undefined ? [] : [account], registers)
  return (
    <Link href={data?.type === "private" ? `/guests/people/${id}` : `/guests/accounts/${id}`}>
      {data === undefined ? `#${id}` : nameOf(data, say)}
    </Link>
  )
}
