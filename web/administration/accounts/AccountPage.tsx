import { Link } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { useNodeId } from "../tree.ts"
import { accountColumns } from "./AccountList.tsx"
import { nameOf } from "./AccountNames.ts"
import { Movements } from "./Movements.tsx"
import { useTexts } from "./texts.ts"

/** One account. */
export const AccountPage = () => {
  const say = useTexts()
  const account = useAnswer("GET /accounts/:account_id", {
    params: { account_id: useIdInAddress() },
    query: { node_id: useNodeId() }
  })
  return (
    <Page title={account.data && nameOf(account.data, say)}>
      <Loaded of={account}>
        {(stored) => (
          <>
            <section className="card stack">
              <Facts of={stored} columns={accountColumns(say)} />
              {stored.type === "private" && <Link href={`/guests/people/${stored.id}`}>{say.toGuest}</Link>}
            </section>
            <Movements account_id={stored.id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
