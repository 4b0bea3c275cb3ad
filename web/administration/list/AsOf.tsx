import { useFormats } from "../../kit/EventFormats.ts"
import { useAddressValue } from "../address.ts"
import { useMessages } from "../messages/messages.ts"
import { fromLocalText } from "./LocalTime.ts"
import { TimeEntry } from "./TimeEntry.tsx"

/** The moment whose state the address asks for, as calls take it; nothing for the present. */
export const useAsOf = (): { readonly as_of?: string } => {
  const formats = useFormats()
  const [moment] = useAddressValue("asOf")
  return moment === "" ? {} : { as_of: fromLocalText(moment, formats) }
}

/** The choice of that moment; none for now. */
export const AsOf = () => {
  const say = useMessages()
  const [value, setValue] = useAddressValue("asOf")
  return (
    <TimeEntry
      type="datetime-local"
      label={say.stateOf}
      hint={say.stateOfHint}
      value={value}
      onChange={setValue}
      onEmpty={() => setValue("")}
    />
  )
}
