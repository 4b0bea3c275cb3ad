import { useAtomValue } from "jotai"
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react"
import { useLocation } from "wouter"
import { Dialog } from "../../kit/Dialog.tsx"
import { languageAtom } from "../../kit/Language.ts"
import { textsOf } from "../../kit/Messages.ts"
import { Refused } from "../../kit/Refused.tsx"
import { atNode } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { useTaskList } from "../TaskList.ts"
import type { TreeNode } from "../tree.ts"
import { english, type FindTexts } from "./english.ts"
import "./find.css"
import { german } from "./german.ts"
import { type Goal, goalsOf, moved, screensFor } from "./hits.ts"

const useTexts = textsOf<FindTexts>({ en: english, de: german })

/** Finds objects and screens by what someone types, and goes there. */
export const SearchDialog = ({ node, onClose }: { readonly node: TreeNode; readonly onClose: () => void }) => {
  const say = useTexts()
  const list = useId()
  const [, go] = useLocation()
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState(0)
  const { found, goals, isSettled } = useGoals(text, node)
  const open = (goal: Goal | undefined) => {
    if (goal === undefined) return
    onClose()
    go(atNode(goal.node, goal.place))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") open(goals[chosen])
    else if (/^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault()
      setChosen(moved(chosen, event.key, goals.length))
    }
  }
  return (
    <Dialog title={say.find} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        className="filter find-text"
        aria-label={say.find}
        aria-expanded={goals.length > 0}
        aria-controls={list}
        aria-activedescendant={goals[chosen] === undefined ? undefined : `${list}-${chosen}`}
        placeholder={say.findHint}
        autoComplete="off"
        autoFocus
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
      />
      {found.refusal !== undefined && <Refused refusal={found.refusal} />}
      <ul id={list} role="listbox" aria-label={say.results} className="goals">
        {goals.map((goal, at) => (
          <li
            key={goal.key}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onClick={() => open(goal)}
            onPointerMove={() => setChosen(at)}
          >
            <span className="badge">{goal.kind}</span>
            <strong>{goal.title}</strong>
            <span className="muted small">{goal.detail}</span>
          </li>
        ))}
      </ul>
      {isSettled && goals.length === 0 && text.trim() !== "" && <p role="status">{say.nothing(text)}</p>}
    </Dialog>
  )
}

/** What can be gone to for a text: objects first, as the server ranks them, then screens. */
const useGoals = (text: string, node: TreeNode) => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { tasks } = useTaskList()
  const q = useDeferredValue(text.trim())
  const found = useAnswer("GET /find", { query: { node_id: node.id, q } }, { when: q !== "" })
  const objects = q === "" ? [] : goalsOf(found.data ?? [], say.kinds)
  const goals = [...objects, ...screensFor(q, tasks, node, language)]
  return { found, goals, isSettled: q === text.trim() && !found.loading }
}
