import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { parseDecimal, parseHex } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { chipRead } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"

/** A chip number typed by a person, as it is printed on the wristband. */
export const TypedChip = ({ onUsed }: { readonly onUsed?: (() => void) | undefined }) => {
  const say = useMessages()
  const [text, setText] = useState("")
  const [base, setBase] = useState<"decimal" | "hexadecimal">("hexadecimal")
  const [isMalformed, setMalformed] = useState(false)
  const submit = () => {
    const chip = base === "decimal" ? parseDecimal(text) : parseHex(text)
    setMalformed(chip === undefined)
    if (chip === undefined) return
    setText("")
    onUsed?.()
    chipRead(chip)
  }
  return (
    <Form
      label={say.typeChip}
      refusal={undefined}
      mistakes={isMalformed ? { chip: say.chipMalformed } : undefined}
      onSubmit={submit}
    >
      <TextField
        name="chip"
        label={say.chipNumber}
        value={text}
        onChange={setText}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Choice
        label={say.chipFormat}
        value={base}
        options={[["hexadecimal", say.hexadecimal], ["decimal", say.decimal]]}
        onChange={setBase}
      />
      <Button type="submit">{say.useChip}</Button>
    </Form>
  )
}
