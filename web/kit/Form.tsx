import { createContext, type ReactNode, use } from "react"
import type { Refusal } from "./Refusal.ts"
import { Refused } from "./Refused.tsx"

/** What is wrong with each field, by its name. */
const Mistakes = createContext<Readonly<Record<string, string>>>({})

/** What is wrong with the entry of this name; `undefined` if nothing is. */
export const useMistake = (name: string): string | undefined => use(Mistakes)[name]

export interface FormProps {
  readonly label: string
  readonly onSubmit: () => unknown
  /** Why the latest attempt was refused. Mistakes of a field are shown at the field. */
  readonly refusal: Refusal | undefined
  /** Mistakes that the browser found before a call, by field. */
  readonly mistakes?: Readonly<Record<string, string>> | undefined
  readonly children: ReactNode
}

/** A form whose entries stay when the call is refused. Mistakes that are found later take the place of that refusal. */
export const Form = ({ children, label, mistakes, onSubmit, refusal }: FormProps) => {
  const current = mistakes === undefined || Object.keys(mistakes).length === 0 ? refusal : undefined
  return (
    <form
      noValidate
      aria-label={label}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {current !== undefined && <Refused refusal={current} />}
      <Mistakes value={{ ...current?.fields, ...mistakes }}>{children}</Mistakes>
    </form>
  )
}
