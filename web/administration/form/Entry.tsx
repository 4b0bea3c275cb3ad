import { useId } from "react"
import { Button } from "../../kit/Button.tsx"
import { CheckField, describedBy, Remarks, TextField } from "../../kit/Field.tsx"
import { useMistake } from "../../kit/Form.tsx"
import { useMessages } from "../messages/messages.ts"
import { ColourEntry } from "./ColourEntry.tsx"
import type { Draft, Field, Look, Option } from "./Field.ts"
import { OptionsEntry } from "./OptionsEntry.tsx"

export interface EntryProps<Value extends Draft = Draft> {
  readonly name: string
  readonly field: Field<unknown>
  readonly draft: Value
  readonly onChange: (draft: Draft) => void
}

/** One entry of a form, as its field says. */
export const Entry = ({ draft, field, name, onChange }: EntryProps) => {
  const { autoComplete, hint, label, look } = field
  const shared = { name, label, hint }
  switch (look.kind) {
    case "flag":
      return <CheckField name={name} hint={hint} checked={draft === true} onChange={onChange}>{label}</CheckField>
    case "choice":
      return <ChoiceEntry {...shared} {...look} value={String(draft)} onChange={onChange} />
    case "colour":
      return <ColourEntry {...shared} {...look} value={String(draft)} onChange={onChange} />
    case "choices":
      return (
        <OptionsEntry {...shared} options={look.options} chosen={draft as ReadonlyArray<string>} onChange={onChange} />
      )
    case "secret":
      return <SecretEntry {...shared} value={String(draft)} autoComplete={autoComplete ?? "off"} onChange={onChange} />
    case "long":
      return <LongEntry {...shared} value={String(draft)} onChange={onChange} />
    default:
      return (
        <TextField
          {...shared}
          {...inputs[look.kind]}
          autoComplete={autoComplete ?? "off"}
          value={String(draft)}
          onChange={onChange}
        />
      )
  }
}

/** How the browser lets people type each kind. Numbers are texts, as browsers change what is typed into number fields. */
const inputs: Readonly<
  Record<
    Exclude<Look["kind"], "flag" | "choice" | "choices" | "colour" | "long" | "secret">,
    { readonly type?: string; readonly inputMode?: "numeric" | "decimal" }
  >
> = {
  text: {},
  count: { inputMode: "numeric" },
  amount: { inputMode: "decimal" },
  share: { inputMode: "decimal" },
  moment: { type: "datetime-local" },
  day: { type: "date" },
  time: { type: "time" }
}

interface Shared {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
}

/** One of some values; those that can't be chosen say why. */
export const ChoiceEntry = ({ hint, label, name, none, onChange, options, value }: Shared & {
  readonly options: ReadonlyArray<Option>
  readonly none?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  const say = useMessages()
  const mistake = useMistake(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={mistake !== undefined || undefined}
        aria-describedby={describedBy(id, hint, mistake)}
        onChange={(event) => onChange(event.target.value)}
      >
        {!options.some((option) => option.value === "") && <option value="">{none ?? say.choose}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.unavailable !== undefined}>
            {option.unavailable === undefined ? option.name : `${option.name} (${option.unavailable})`}
          </option>
        ))}
      </select>
      <Remarks id={id} hint={hint} mistake={mistake} />
    </div>
  )
}

/** Text of several lines. */
export const LongEntry = ({ hint, label, name, onChange, placeholder, rows = 6, value }: Shared & {
  readonly placeholder?: string
  readonly rows?: number
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  const mistake = useMistake(name)
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        placeholder={placeholder}
        value={value}
        aria-invalid={mistake !== undefined || undefined}
        aria-describedby={describedBy(id, hint, mistake)}
        onChange={(event) => onChange(event.target.value)}
      />
      <Remarks id={id} hint={hint} mistake={mistake} />
    </div>
  )
}

/** What answers show in place of a secret; a body that contains it keeps the secret. */
const secretMarker = "********"

/** A secret. One that is stored can be replaced or removed, and is never shown. */
const SecretEntry = ({ autoComplete, onChange, value, ...shared }: Shared & {
  readonly value: string
  readonly autoComplete: string
  readonly onChange: (value: string) => void
}) => {
  const say = useMessages()
  const mistake = useMistake(shared.name)
  if (value !== secretMarker) {
    return <TextField {...shared} type="password" autoComplete={autoComplete} value={value} onChange={onChange} />
  }
  return (
    <fieldset className="field">
      <legend>{shared.label}</legend>
      <div className="row">
        <span className="muted">{say.secretStored}</span>
        <Button aria-label={say.replaceSecret(shared.label)} onClick={() => onChange("")}>{say.replace}</Button>
      </div>
      <Remarks id={shared.name} hint={shared.hint} mistake={mistake} />
    </fieldset>
  )
}
