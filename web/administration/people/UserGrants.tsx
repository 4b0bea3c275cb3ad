import { Loaded } from "../../kit/Loaded.tsx"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { useNode, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import type { User } from "./UserList.tsx"

type Grants = OfficeAnswer<"GET /users/:user_id/voucher-grant-stats">

/** How many vouchers a person gave guests of the event, and in which ways. Above events there are no vouchers. */
export const UserGrants = ({ user }: { readonly user: User }) => {
  const node = useNode()
  return node !== undefined && node.event_node_id !== null && <GrantsInEvent user={user} />
}

const count = (key: keyof Grants, title: string): Column<Grants> => ({
  key,
  title,
  kind: "count",
  of: (grants) => grants[key]
})

const GrantsInEvent = ({ user }: { readonly user: User }) => {
  const say = useTexts()
  const address = { params: { user_id: user.id }, query: { node_id: useNodeId() } }
  const grants = useAnswer("GET /users/:user_id/voucher-grant-stats", address)
  return (
    <section className="card stack" aria-labelledby="grants">
      <h2 id="grants">{say.grants}</h2>
      <Loaded of={grants}>
        {(granted) =>
          granted.vouchers_granted === 0 ? <p>{say.noGrants}</p> : (
            <Facts
              of={granted}
              columns={[
                count("vouchers_granted", say.grantsInAll),
                count("granted_at_terminals", say.grantedAtTills),
                count("granted_with_free_tickets", say.grantedWithTickets),
                count("added_by_corrections", say.addedByCorrections)
              ]}
            />
          )}
      </Loaded>
    </section>
  )
}
