import { useState } from "react"
import type { Answer } from "../../../kit/Call.ts"
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
  readonly change: (id: number) => Promise<Answer<unknown>>
}

/** A button that asks for one of some things and then makes a change with it. */
export const ChooseButton = ({ change, field, hint, none, things, ...button }: ChooseButtonProps) => {
  const [chosen, setChosen] = useState("")
  const isPossible = things.some(({ unavailable }) => unavailable === undefined)
  return (
    <ConfirmButton
      {...button}
      kind="primary"
      look="usual"
      isReady={chosen !== ""}
      change={() => change(Number(chosen))}
      onDone={() => setChosen("")}
    >
      <p>{isPossible ? hint : none}</p>
      <ChoiceEntry
        name="chosen"
        label={field}
        options={things.map(({ id, ...option }) => ({ ...option, value: String(id) }))}
        value={chosen}
        onChange={setChosen}
      />
    </ConfirmButton>
  )
}
