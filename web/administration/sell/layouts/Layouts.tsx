import { useMemo } from "react"
import { Link, useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer, useList } from "../../answers.ts"
import { call, type OfficeAnswer } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { Uses } from "../Uses.tsx"
import { withoutOffice } from "../withoutOffice.ts"
import type { LayoutTexts } from "./english.ts"
import { Preview } from "./Preview.tsx"
import { useTexts } from "./texts.ts"
import { tilesOf, useTiles } from "./useTiles.ts"

type Layout = OfficeAnswer<"GET /till-layouts/:layout_id">

const columnsOf = (say: LayoutTexts): ReadonlyArray<Column<Layout>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  { key: "buttons", title: say.buttons, kind: "count", of: ({ button_ids }) => button_ids.length },
  { key: "tickets", title: say.tickets, kind: "count", of: ({ ticket_ids }) => ticket_ids.length },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true }
]

/** All layouts of a node. */
export const LayoutList = () => {
  const say = useTexts()
  const may = useMay()
  const columns = useMemo(() => columnsOf(say), [say])
  const add = may("POST /till-layouts") && (
    <Link href="/sell/layouts/new" className="button" data-kind="primary">{say.newLayout}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.layouts}
        of={withoutOffice(useList("GET /till-layouts", { query: { node_id: useNodeId() } }))}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/layouts/${id}`}
        empty={
          <>
            <p>{say.noLayouts}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}

/** One layout as tills show it, and the profiles that use it. */
export const LayoutPage = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const layout = useAnswer("GET /till-layouts/:layout_id", {
    params: { layout_id: useIdInAddress() },
    query: { node_id }
  })
  const { data: profiles = [] } = useList("GET /till-profiles", { query: { node_id } })
  return (
    <Page
      title={layout.data?.name}
      actions={layout.data !== undefined && may("POST /till-layouts/:layout_id") && <Actions of={layout.data} />}
    >
      <Loaded of={layout} lines={8}>
        {(stored) => (
          <>
            {stored.description !== null && <p>{stored.description}</p>}
            <Previews of={stored} />
            <Uses
              title={say.usedBy}
              none={say.usedByNone}
              at="sell/profiles"
              things={profiles.filter(({ layout_id }) => layout_id === stored.id)}
            >
              {may("POST /till-profiles") && (
                <Link href={`/sell/profiles/new?layout=${stored.id}`} className="button">{say.newProfileFor}</Link>
              )}
            </Uses>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Previews = ({ of: { button_ids, ticket_ids } }: { readonly of: Layout }) => {
  const say = useTexts()
  const pages = [["buttons", button_ids], ["tickets", ticket_ids]] as const
  return (
    <Loaded of={useTiles()} lines={8}>
      {(tiles) => (
        <div className="previews">
          {pages.map(([page, ids]) => (
            <section key={page} className="stack-close">
              <h2>{say.page(say[page], ids.length)}</h2>
              {ids.length > 0 && <Preview label={say[page]} tiles={tilesOf(tiles[page], ids.map(String))} />}
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}

const Actions = ({ of: { id, name } }: { readonly of: Layout }) => {
  const say = { ...useMessages(), ...useTexts() }
  const [, go] = useLocation()
  const address = { params: { layout_id: id }, query: { node_id: useNodeId() } }
  return (
    <>
      <Link href={`/sell/layouts/${id}/edit`} className="button" data-kind="primary">{say.edit}</Link>
      <Link href={`/sell/layouts/new?from=${id}`} className="button">{say.copy}</Link>
      <ConfirmButton
        label={say.remove}
        action={say.deleteLayout(name)}
        change={() => call("DELETE /till-layouts/:layout_id", address)}
        onDone={() => go("/sell/layouts")}
      >
        <p>{say.deleteLayoutHint}</p>
      </ConfirmButton>
    </>
  )
}
