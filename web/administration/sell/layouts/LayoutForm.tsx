import { useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useAddressValue, useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { call, type OfficeBody } from "../../calls.ts"
import type { EntryProps } from "../../form/Entry.tsx"
import { type Draft, type FieldsOf, optional, references, text } from "../../form/Field.ts"
import { RecordForm, type RecordFormProps } from "../../form/RecordForm.tsx"
import { Page } from "../../frame/Page.tsx"
import { useNodeId } from "../../tree.ts"
import { type Arrangement, mergedArrangement } from "./Arrangement.ts"
import { Designer } from "./Designer.tsx"
import { useTexts } from "./texts.ts"
import { type TileContent, type Tiles, useTiles } from "./useTiles.ts"

type Body = OfficeBody<"POST /till-layouts">

/** A page of a layout. Changes of two people are merged, unless both moved what was there. */
const arrangement = (label: string, tiles: ReadonlyArray<TileContent>) => ({
  ...references({ label }, tiles.map(({ id, name }) => ({ id: Number(id), name }))),
  draftOf: (ids: ReadonlyArray<number> | null) => (ids ?? []).map(String),
  merge: (...drafts: [before: Draft, mine: Draft, theirs: Draft]) =>
    mergedArrangement(...drafts as [Arrangement, Arrangement, Arrangement])
})

type LayoutRecordProps<T> =
  & Pick<RecordFormProps<Body, T>, "initial" | "label" | "onDone" | "save" | "submit" | "version">
  & { readonly tiles: Tiles }

/** Name and pages of a layout, each arranged on the till as it will look. */
function LayoutRecord<T>({ tiles, ...form }: LayoutRecordProps<T>) {
  const say = useTexts()
  const fields: FieldsOf<Body> = {
    name: text({ label: say.name }),
    description: optional(text({ label: say.description, hint: say.descriptionHint })),
    button_ids: arrangement(say.buttons, tiles.buttons),
    ticket_ids: arrangement(say.tickets, tiles.tickets)
  }
  return (
    <RecordForm
      {...form}
      fields={fields}
      special={{ button_ids: ButtonDesigner, ticket_ids: TicketDesigner }}
    />
  )
}

const ButtonDesigner = (entry: EntryProps) => (
  <Designer {...entry} tiles={useTiles().data?.buttons ?? []} empty={useTexts().noButtonsYet} />
)

const TicketDesigner = (entry: EntryProps) => (
  <Designer {...entry} tiles={useTiles().data?.tickets ?? []} empty={useTexts().noTicketsYet} />
)

const blank: Body = { name: "", description: null, button_ids: [], ticket_ids: [] }

/** A layout that is not there yet: empty, or a copy of the one whose id the address has as `from`. */
export const NewLayout = () => {
  const say = useTexts()
  const [, go] = useLocation()
  const [from] = useAddressValue("from")
  const node_id = useNodeId()
  const address = { params: { layout_id: Number(from) }, query: { node_id } }
  const copied = useAnswer("GET /till-layouts/:layout_id", address, { when: from !== "" })
  const tiles = useTiles()
  const formOf = (initial: Body) => (
    <Loaded of={tiles} lines={8}>
      {(all) => (
        <LayoutRecord
          label={say.newLayout}
          tiles={all}
          initial={initial}
          save={(body) => call("POST /till-layouts", { query: { node_id }, body })}
          submit={say.createLayout}
          onDone={({ id }) => go(`/sell/layouts/${id}`)}
        />
      )}
    </Loaded>
  )
  return (
    <Page>
      {from === "" ? formOf(blank) : (
        <Loaded of={copied}>
          {(layout) => (
            <>
              <Notice>
                <p>{say.copyOf(layout.name)}</p>
              </Notice>
              {formOf({ ...layout, name: "" })}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** The designer of a layout. */
export const EditLayout = () => {
  const say = useTexts()
  const [, go] = useLocation()
  const address = { params: { layout_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const layout = useAnswer("GET /till-layouts/:layout_id", address)
  const tiles = useTiles()
  return (
    <Page title={layout.data?.name}>
      <Loaded of={layout} lines={8}>
        {(stored) => (
          <Loaded of={tiles} lines={8}>
            {(all) => (
              <LayoutRecord
                label={stored.name}
                tiles={all}
                initial={stored}
                version={stored.version}
                save={(body, options) => call("POST /till-layouts/:layout_id", { ...address, body }, options)}
                submit={say.saveLayout}
                onDone={() => go(`/sell/layouts/${stored.id}`)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
