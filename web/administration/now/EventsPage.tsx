import { Link } from "wouter"
import { atNode } from "../address.ts"
import { Page } from "../frame/Page.tsx"
import { useMessages } from "../messages/messages.ts"
import { allIn, useMay, useNode } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** The events below a node: the running ones first. */
export const EventsPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const node = useNode()
  const add = may("POST /tree/nodes/:node_id/create-event") && (
    <Link href="/setup/place/new-event" className="button" data-kind="primary">{say.newEvent}</Link>
  )
  const events = node === undefined ?
    [] :
    allIn(node).filter(({ event, privileges_at_node }) => event !== null && privileges_at_node.length > 0).toSorted((
      one,
      other
    ) => Number(one.read_only) - Number(other.read_only))
  return (
    <Page actions={events.length > 0 && add}>
      {events.length === 0 ?
        (
          <div className="empty">
            <p>{say.noEvents}</p>
            {add}
          </div>
        ) :
        (
          <ul className="cards">
            {events.map(({ description, id, name, read_only }) => (
              <li key={id} className="card stack-close">
                <h2>
                  <Link href={atNode(id)}>{name}</Link>
                </h2>
                {read_only && <p className="badge">{say.archived}</p>}
                <p className="muted">{description}</p>
              </li>
            ))}
          </ul>
        )}
    </Page>
  )
}
