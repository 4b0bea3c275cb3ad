import { useState } from "react"
import { Link } from "wouter"
import { folded } from "../../kit/Folded.ts"
import { atNode } from "../address.ts"
import { FilterField } from "../list/List.tsx"
import { useMessages } from "../messages/messages.ts"
import { allIn, type TreeNode, wayTo } from "../tree.ts"

/** The whole tree that the person sees, to go to any part of it. */
export const NodeSwitch = ({ onChoose, tree }: { readonly tree: TreeNode; readonly onChoose: () => void }) => {
  const say = useMessages()
  const [filter, setFilter] = useState("")
  const found = allIn(tree).filter(({ name, privileges_at_node }) =>
    privileges_at_node.length > 0 && folded(name).includes(folded(filter.trim()))
  )
  return (
    <div className="stack">
      <FilterField value={filter} onChange={setFilter} />
      <ul className="nodes">
        {found.map(({ description, id, name, read_only }) => (
          <li key={id} style={{ paddingInlineStart: `${(wayTo(tree, id).length - 1) * 1.25}rem` }}>
            <Link href={atNode(id)} onClick={onChoose}>{name}</Link>
            {read_only && <span className="badge">{say.archived}</span>}
            {description !== "" && <span className="muted small">{description}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{say.nothingFound(filter)}</p>}
    </div>
  )
}
