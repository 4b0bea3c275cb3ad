import { tileColours } from "@wristbank/core/event/TileColour"
import { useId } from "react"
import { Remarks } from "../../kit/Field.tsx"
import { useMistake } from "../../kit/Form.tsx"
import { useTileColourNames } from "../../kit/tileColours/TileColours.ts"

/** One of the colours, each with its name; with `none` also no colour. */
export const ColourEntry = ({ hint, label, name, none, onChange, value }: {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly none?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  const mistake = useMistake(name)
  const names = useTileColourNames()
  const colours = tileColours.map((colour) => ({ colour, text: names[colour] }))
  return (
    <fieldset className="field" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend>{label}</legend>
      <Remarks id={id} hint={hint} mistake={mistake} />
      <div className="colour-list">
        {[...(none === undefined ? [] : [{ colour: undefined, text: none }]), ...colours].map(({ colour, text }) => (
          <label key={text} className="colour" data-tile-colour={colour}>
            <input
              type="radio"
              name={id}
              checked={(colour ?? "") === value}
              onChange={() => onChange(colour ?? "")}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
