import { CircleAlert } from "lucide-react"
import { type InputHTMLAttributes, type ReactNode, useId } from "react"
import { useMistake } from "./Form.tsx"

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "name" | "children">

export interface TextFieldProps extends Attributes {
  /** The name of the entry in the call's body; the server's mistakes for it stand at this field. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One line of text with its label, a hint and its mistake. */
export const TextField = ({ hint, label, name, onChange, value, ...rest }: TextFieldProps) => {
  const id = useId()
  const mistake = useMistake(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        name={name}
        value={value}
        aria-invalid={mistake !== undefined || undefined}
        aria-describedby={describedBy(id, hint, mistake)}
        onChange={(event) => onChange(event.target.value)}
      />
      <Remarks id={id} hint={hint} mistake={mistake} />
    </div>
  )
}

export interface CheckFieldProps {
  readonly name: string
  readonly children: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A box to tick, with its text beside it. */
export const CheckField = ({ checked, children, hint, name, onChange }: CheckFieldProps) => {
  const id = useId()
  const mistake = useMistake(name)
  return (
    <div className="field">
      <div className="check">
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={checked}
          aria-invalid={mistake !== undefined || undefined}
          aria-describedby={describedBy(id, hint, mistake)}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      <Remarks id={id} hint={hint} mistake={mistake} />
    </div>
  )
}

/** The ids of the remarks of an entry. */
export const describedBy = (id: string, hint: ReactNode, mistake: string | undefined): string | undefined =>
  [hint === undefined ? [] : [`${id}-hint`], mistake === undefined ? [] : [`${id}-mistake`]].flat().join(" ") ||
  undefined

/** The hint and the mistake below an entry. */
export const Remarks = (
  { hint, id, mistake }: { readonly id: string; readonly hint: ReactNode; readonly mistake: string | undefined }
) => (
  <>
    {hint !== undefined && <span id={`${id}-hint`} className="muted small">{hint}</span>}
    {mistake !== undefined && (
      <span id={`${id}-mistake`} className="field-error">
        <CircleAlert className="icon" aria-hidden />
        {mistake}
      </span>
    )}
  </>
)
