import { useParams } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import { checkoutColumns, paymentColumns } from "./CardPayments.tsx"
import { useTexts } from "./texts.ts"

/** One checkout at the provider, with its payments. */
export const CheckoutPage = () => {
  const say = useTexts()
  const checkout_id = useParams<{ readonly id: string }>().id
  const checkout = useAnswer("GET /sumup/checkouts/:checkout_id", {
    params: { checkout_id },
    query: { node_id: useNodeId() }
  })
  const columns: ReadonlyArray<Column<OfficeAnswer<"GET /sumup/checkouts/:checkout_id">>> = [
    ...checkoutColumns(say),
    { key: "validUntil", title: say.validUntil, kind: "moment", of: ({ valid_until }) => valid_until },
    { key: "merchant", title: say.merchant, of: ({ merchant_code }) => merchant_code },
    { key: "reference", title: say.reference, of: ({ checkout_reference }) => checkout_reference }
  ]
  return (
    <Page title={checkout.data?.description}>
      <Loaded of={checkout}>
        {(stored) => (
          <>
            <section className="card">
              <Facts of={stored} columns={columns} />
            </section>
            {stored.transactions.length > 0 && (
              <Table
                label={say.payments}
                rows={stored.transactions}
                columns={paymentColumns(say)}
                keyOf={({ id }) => id}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
