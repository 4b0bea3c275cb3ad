import { useRef, useState } from "react"
import { Link } from "wouter"
import type { Answer } from "../../../kit/Call.ts"
import { TextField } from "../../../kit/Field.tsx"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { ChoiceEntry } from "../../form/Entry.tsx"
import type { Thing } from "../../form/Field.ts"

interface ChooseButtonProps {
  readonly label: string
  /** Says what happens. */
  readonly action: string
  readonly hint: string
  /** The name of the choice. */
  readonly field: string
  readonly things: ReadonlyArray<Thing>
  /** Said when nothing can be chosen. */
  readonly none: string
  /** Where something that could be chosen is made, if it takes a page. */
  readonly way?: { readonly href: string; readonly label: string }
  /** A new thing that is made with a name alone. */
  readonly fresh?: {
    readonly label: string
    readonly nameLabel: string
    /** The name that it gets unless another is typed. */
    readonly name: string
    readonly make: (name: string) => Promise<Answer<{ readonly id: number }>>
  } | undefined
  readonly change: (id: number) => Promise<Answer<unknown>>
}

/** The choice of a thing that is made on the spot. */
const freshChoice = "new"

/** A button that asks for one of some things, or for the name of a new one, and then makes a change with it. */
export const ChooseButton = ({ change, field, fresh, hint, none, things, way, ...button }: ChooseButtonProps) => {
  const isPossible = things.some(({ unavailable }) => unavailable === undefined)
  const first = !isPossible && fresh !== undefined ? freshChoice : ""
  const [choice, setChoice] = useState<string>()
  const [name, setName] = useState(fresh?.name ?? "")
  // A thing that was made stays when the change with it is refused; the next attempt takes it.
  const made = useRef<number>(undefined)
  const chosen = choice ?? first
  const isFresh = fresh !== undefined && chosen === freshChoice
  const apply = async () => {
    if (!isFresh) return change(Number(chosen))
    if (made.current === undefined) {
      const answer = await fresh.make(name.trim())
      if (!answer.ok) return answer
      made.current = answer.answer.id
    }
    return change(made.current)
  }
  const options = things.map(({ id, ...option }) => ({ ...option, value: String(id) }))
  return (
    <ConfirmButton
      {...button}
      kind="primary"
      look="usual"
      isReady={isFresh ? name.trim() !== "" : chosen !== ""}
      change={apply}
      onDone={() => {
        made.current = undefined
        setChoice(undefined)
      }}
    >
      <p>{isPossible || fresh !== undefined ? hint : none}</p>
      {!isPossible && way !== undefined && (
        <p>
          <Link href={way.href} className="button">{way.label}</Link>
        </p>
      )}
      <ChoiceEntry
        name="chosen"
        label={field}
        options={fresh === undefined ? options : [...options, { value: freshChoice, name: fresh.label }]}
        value={chosen}
        onChange={setChoice}
      />
      {isFresh && <TextField name="name" label={fresh.nameLabel} autoComplete="off" value={name} onChange={setName} />}
    </ConfirmButton>
  )
}
