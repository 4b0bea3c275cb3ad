import { useId } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Choice } from "../../kit/Preferences.tsx"
import { useAddressValue } from "../address.ts"
import { fromLocalText } from "../list/LocalTime.ts"
import { useTexts } from "./texts.ts"

/** A period as calls take it; without bounds it is that of the event. */
export interface Period {
  readonly from_timestamp?: string
  readonly to_timestamp?: string
}

/** The bounds that the address holds, typed in the event's zone. */
export const usePeriod = (): Period => {
  const formats = useFormats()
  const [from] = useAddressValue("from")
  const [to] = useAddressValue("to")
  return {
    ...(from === "" ? {} : { from_timestamp: fromLocalText(from, formats) }),
    ...(to === "" ? {} : { to_timestamp: fromLocalText(to, formats) })
  }
}

/** The bounds of a period; a state in the past is one that ends then. */
export const PeriodChoice = () => {
  const say = useTexts()
  return (
    <>
      <Bound name="from" label={say.from} />
      <Bound name="to" label={say.to} />
    </>
  )
}

const Bound = ({ label, name }: { readonly name: string; readonly label: string }) => {
  const id = useId()
  const [value, setValue] = useAddressValue(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="datetime-local" value={value} onChange={(event) => setValue(event.target.value)} />
    </div>
  )
}

interface AddressChoiceProps<T extends string> {
  readonly name: string
  readonly label: string
  /** The first stands for an address without the parameter. */
  readonly options: ReadonlyArray<readonly [value: T, name: string]>
}

/** One of some values in the address. */
export const useAddressChoice = <T extends string>(
  { name, options }: Pick<AddressChoiceProps<T>, "name" | "options">
): T => {
  const [value] = useAddressValue(name)
  return (options.find(([option]) => option === value) ?? options[0]!)[0]
}

/** Chooses one of some values, which the address then holds. */
export function AddressChoice<T extends string>({ label, name, options }: AddressChoiceProps<T>) {
  const [, setValue] = useAddressValue(name)
  const value = useAddressChoice({ name, options })
  return (
    <Choice
      label={label}
      value={value}
      options={options}
      onChange={(next) => setValue(next === options[0]![0] ? "" : next)}
    />
  )
}
