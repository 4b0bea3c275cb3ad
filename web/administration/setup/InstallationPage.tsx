import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { keep, optional, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import type { SetupTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Entry = OfficeAnswer<"GET /config">["entities"][string]

const entryColumns = (say: SetupTexts, change: (entry: Entry) => void): ReadonlyArray<Column<Entry>> => [
  { key: "key", title: say.key, of: ({ key }) => key },
  { key: "value", title: say.value, of: ({ value }) => value },
  {
    key: "change",
    title: say.change,
    of: ({ key }) => key,
    show: (entry) => <Button onClick={() => change(entry)}>{say.change}</Button>
  }
]

/** Values of the whole installation. */
export const InstallationPage = () => {
  const say = useTexts()
  const entries = useList("GET /config")
  const [open, setOpen] = useState<Entry | "new">()
  const columns = useMemo(() => entryColumns(say, setOpen), [say])
  const close = () => setOpen(undefined)
  const add = <Button kind="primary" onClick={() => setOpen("new")}>{say.newEntry}</Button>
  return (
    <Page actions={add}>
      <List label={say.key} of={entries} columns={columns} keyOf={({ key }) => key} empty={<p>{say.noEntries}</p>} />
      {open !== undefined && (
        <Dialog title={open === "new" ? say.newEntry : open.key} onClose={close}>
          <RecordForm
            name={open === "new" ? "" : open.key}
            label={say.newEntry}
            fields={{
              key: open === "new" ? text({ label: say.key }) : keep,
              value: optional(text({ label: say.value, hint: say.valueHint }))
            }}
            initial={open === "new" ? { key: "", value: null } : { key: open.key, value: open.value }}
            version={open === "new" ? undefined : open.version}
            save={(body, options) => call("POST /config", { body }, options)}
            submit={say.saveEntry}
            onDone={close}
          />
        </Dialog>
      )}
    </Page>
  )
}
