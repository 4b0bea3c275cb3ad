import { type ReactNode, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { Form } from "../../kit/Form.tsx"
import { useKitMessages } from "../../kit/Messages.ts"
import { useChange } from "../answers.ts"
import { useMessages } from "../messages/messages.ts"
import { bodyOf, draftsOf, entriesOf, valuesOf } from "./Entries.ts"
import { Entry, type EntryProps } from "./Entry.tsx"
import type { FieldsOf } from "./Field.ts"

interface AskProps<Body extends object, T> {
  readonly title: string
  /** What the change does. */
  readonly children?: ReactNode
  readonly fields: FieldsOf<Body>
  readonly initial: Body
  /** Says what happens, such as "Correct balance", perhaps by what is entered. */
  readonly action: string | ((entered: Body) => string)
  /** What it will look like with what is entered; it may hold the entry of a field, which then stands there alone. */
  readonly renderPreview?: (entered: Body, entryOf: (name: string) => EntryProps) => ReactNode
  /** The fields whose entries the preview holds. */
  readonly inPreview?: ReadonlyArray<string>
  readonly change: (body: Body) => Promise<Answer<T>>
  readonly onClose: () => void
  readonly onDone?: (answer: T) => void
}

/** A change that needs a few entries, in a dialog. */
export function Ask<Body extends object, T>(
  { action, change, children, fields, inPreview = [], initial, onClose, onDone = onClose, renderPreview, title }:
    AskProps<Body, T>
) {
  const say = useMessages()
  const { cancel } = useKitMessages()
  const entries = entriesOf(fields)
  const [before] = useState(() => ({ ...initial } as Record<string, unknown>))
  const [drafts, setDrafts] = useState(() => draftsOf(entries, before))
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const { busy, refusal, submit } = useChange(change, onDone)
  const { mistakes: found, values } = valuesOf(entries, drafts, before)
  const entered = bodyOf(fields, values, before, () => true)
  const entryOf = (name: string): EntryProps => ({
    name,
    field: entries.find(([one]) => one === name)![1],
    draft: drafts[name]!,
    onChange: (draft) => setDrafts({ ...drafts, [name]: draft })
  })
  const trySubmit = () => {
    setMistakes(Object.fromEntries(Object.entries(found).map(([name, mistake]) => [name, say.mistakes[mistake]])))
    if (Object.keys(found).length === 0) void submit(entered)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form label={title} refusal={refusal} mistakes={mistakes} onSubmit={trySubmit}>
        {entries.flatMap(([name]) => inPreview.includes(name) ? [] : [<Entry key={name} {...entryOf(name)} />])}
        {renderPreview?.(entered, entryOf)}
        <div className="row">
          <Button kind="primary" type="submit" busy={busy}>
            {typeof action === "string" ? action : action(entered)}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
