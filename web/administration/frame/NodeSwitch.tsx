import { useState } from "react"
import { Link } from "wouter"
import { folded } from "../../kit/Folded.ts"
import { atNode } from "../address.ts"
import { FilterField } from "../list/List.tsx"
import { useMessages } from "../messages/messages.ts"
import { allIn, may, type TreeNode, useShownNode, wayTo } from "../tree.ts"

interface NodeSwitchProps {
  readonly tree: TreeNode
  /** The id of the node that is open. */
  readonly node: number
  readonly onChoose: () => void
}

/** The whole tree that the person sees, to go to any part of it. */
export const NodeSwitch = ({ node, onChoose, tree }: NodeSwitchProps) => {
  const say = useMessages()
  const shown = useShownNode()
  const [filter, setFilter] = useState("")
  const found = allIn(tree).filter((one) =>
    one.privileges_at_node.length > 0 && folded(shown(one)).includes(folded(filter.trim()))
  )
  const here = wayTo(tree, node)
  // Events are made above events: at the nearest place from here where the person may.
  const above = [...here, tree].toReversed().find((one) =>
    one.event_node_id === null && may("POST /tree/nodes/:node_id/apply-event-file", one)
  )
  return (
    <div className="stack">
      <FilterField value={filter} onChange={setFilter} />
      <ul className="nodes">
        {found.map(({ description, id, name, read_only }) => (
          <li key={id} style={{ paddingInlineStart: `${(wayTo(tree, id).length - 1) * 1.25}rem` }}>
            <Link href={atNode(id)} onClick={onChoose}>{shown({ id, name })}</Link>
            {read_only && <span className="badge">{say.archived}</span>}
            {description !== "" && <span className="muted small">{description}</span>}
          </li>
        ))}
      </ul>
      {above !== undefined && (
        <div>
          <Link href={atNode(above.id, "/setup/place/new-event")} className="button" onClick={onChoose}>
            {say.newEvent}
          </Link>
        </div>
      )}
      {found.length === 0 && <p className="muted">{say.nothingFound(filter)}</p>}
    </div>
  )
}
