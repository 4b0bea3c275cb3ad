import { Link } from "wouter"
import { atNode } from "../address.ts"
import { Page } from "../frame/Page.tsx"
import { useMessages } from "../messages/messages.ts"
import { allIn, useNode } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** The events below a node: the running ones first. */
export const EventsPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const node = useNode()
  const events = node === undefined ?
    [] :
    allIn(node).filter(({ event, privileges_at_node }) => event !== null && privileges_at_node.length > 0).toSorted((
      one,
      other
    ) => Number(one.read_only) - Number(other.read_only))
  return (
    <Page>
      {events.length === 0 ? <p className="empty">{say.noEvents}</p> : (
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
