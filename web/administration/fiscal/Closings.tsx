import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useAnswer } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { OptionsEntry } from "../form/OptionsEntry.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Closing = OfficeAnswer<"GET /tree/nodes/:node_id/open-closings">[number]

/** The closings that have not ended; all or some can be ended here. */
export const Closings = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const [isEnding, setEnding] = useState(false)
  const closings = useAnswer("GET /tree/nodes/:node_id/open-closings", { params: { node_id } })
  const columns = useMemo((): ReadonlyArray<Column<Closing>> => [
    { key: "till", title: say.till, of: ({ till_name }) => till_name },
    { key: "number", title: say.closingNumber, of: ({ z_nr }) => String(z_nr) },
    { key: "last", title: say.lastBooking, kind: "moment", of: ({ last_booked_at }) => last_booked_at }
  ], [say])
  const open = closings.data ?? []
  return (
    <Page
      actions={may("POST /tree/nodes/:node_id/end-closings") && open.length > 0 && (
        <Button
          kind="primary"
          onClick={() => setEnding(true)}
        >
          {say.endClosings}
        </Button>
      )}
    >
      <List
        label={say.closings}
        of={closings}
        columns={columns}
        keyOf={({ till_id }) => till_id}
        empty={<p>{say.noClosings}</p>}
      />
      {isEnding && <EndClosings open={open} onClose={() => setEnding(false)} />}
    </Page>
  )
}

const EndClosings = ({ onClose, open }: { readonly open: ReadonlyArray<Closing>; readonly onClose: () => void }) => {
  const say = useTexts()
  const node_id = useNodeId()
  const [chosen, choose] = useState<ReadonlyArray<string>>(() => open.map(({ till_id }) => String(till_id)))
  return (
    <Confirm
      title={say.endClosings}
      action={say.endChosen(chosen.length)}
      kind="primary"
      isReady={chosen.length > 0}
      change={() =>
        call("POST /tree/nodes/:node_id/end-closings", {
          params: { node_id },
          body: { till_ids: chosen.map(Number) }
        })}
      onClose={onClose}
    >
      <p>{say.endClosingsHint}</p>
      <OptionsEntry
        name="till_ids"
        label={say.till}
        options={open.map(({ till_id, till_name }) => ({ value: String(till_id), name: till_name }))}
        chosen={chosen}
        onChange={choose}
      />
    </Confirm>
  )
}
