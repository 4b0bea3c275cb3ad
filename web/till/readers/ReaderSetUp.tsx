import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { parseHex } from "../../kit/Chip.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { useReaderSetUp } from "../../kit/readers/KeyboardReader.ts"
import { formatsOf, type TagFormat } from "../../kit/readers/TagFormat.ts"
import { useMessages } from "../messages.ts"

/** Asks once how a reader writes numbers, by a chip whose number is known. Opens when an unknown reader has typed. */
export const ReaderSetUp = () => {
  const say = useMessages()
  const { forget, setFormat, unread } = useReaderSetUp()
  const [known, setKnown] = useState("")
  const [tried, setTried] = useState<ReadonlyArray<TagFormat>>()
  if (unread === undefined) return undefined
  const close = () => {
    forget()
    setKnown("")
    setTried(undefined)
  }
  const choose = (format: TagFormat) => {
    setFormat(format)
    close()
  }
  const submit = () => {
    const chip = parseHex(known)
    const fitting = chip === undefined ? [] : formatsOf(unread, chip)
    const [only, ...others] = fitting
    if (only !== undefined && others.length === 0) choose(only)
    else setTried(fitting)
  }
  return (
    <Dialog title={say.readerSetUp} onClose={close}>
      <p>{say.readerSetUpHint}</p>
      <p className="amount">{say.readerTyped(unread)}</p>
      <Form
        label={say.readerSetUp}
        refusal={undefined}
        mistakes={tried?.length === 0 ? { known: say.readerNoFormat } : undefined}
        onSubmit={submit}
      >
        <TextField name="known" label={say.readerKnownChip} value={known} onChange={setKnown} autoComplete="off" />
        <Button type="submit" kind="primary">{say.readerSave}</Button>
      </Form>
      {tried !== undefined && tried.length > 1 && (
        <>
          <p>{say.readerAmbiguous}</p>
          {tried.map((format) => (
            <Button key={`${format.base}${format.isReversed}`} onClick={() => choose(format)}>
              <FormatName format={format} />
            </Button>
          ))}
        </>
      )}
      <Button kind="quiet" onClick={close}>{say.cancel}</Button>
    </Dialog>
  )
}

export const FormatName = ({ format: { base, isReversed } }: { readonly format: TagFormat }) => {
  const say = useMessages()
  return isReversed ? say.reversedBytes(say[base]) : say[base]
}
