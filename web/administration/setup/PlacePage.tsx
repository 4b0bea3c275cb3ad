import { useState } from "react"
import { Link, useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import { call, type OfficeBody } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { choices, type FieldsOf, longText, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { type ObjectType, type TreeNode, useMay, useNode, useShownNode } from "../tree.ts"
import { RequireSecondFactor } from "./RequireSecondFactor.tsx"
import { useTexts } from "./texts.ts"

type Place = OfficeBody<"POST /tree/nodes/:node_id/settings">

export const usePlaceFields = (): FieldsOf<Place> => {
  const say = useTexts()
  const types = (Object.entries(say.objectTypes) as ReadonlyArray<[ObjectType, string]>).map(([value, name]) => ({
    value,
    name
  }))
  return {
    name: text({ label: say.name }),
    description: longText({ label: say.description }),
    forbidden_objects_at_node: choices({ label: say.forbiddenHere, hint: say.forbiddenHereHint }, types),
    forbidden_objects_in_subtree: choices({ label: say.forbiddenBelow, hint: say.forbiddenBelowHint }, types)
  }
}

/** A part of the organisation: its name, what it holds, and its end. */
export const PlacePage = () => {
  const node = useNode()
  return node !== undefined && <PlaceView key={node.id} node={node} />
}

const PlaceView = ({ node }: { readonly node: TreeNode }) => {
  const say = useTexts()
  const may = useMay()
  const fields = usePlaceFields()
  const shown = useShownNode()
  const [isSaved, setSaved] = useState(false)
  const [dialog, setDialog] = useState<"archive" | "delete" | "unarchive">()
  const params = { node_id: node.id }
  const isEventOutside = node.event_node_id === null
  return (
    <Page
      title={shown(node)}
      actions={
        <>
          {isEventOutside && may("POST /tree/nodes/:node_id/create-event") && (
            <Link href="/setup/place/new-event" className="button" data-kind="primary">{say.newEvent}</Link>
          )}
          {may("POST /tree/nodes/:node_id/create-node") && (
            <Link href="/setup/place/new" className="button">{say.newPlace}</Link>
          )}
        </>
      }
    >
      {isSaved && (
        <Notice kind="good">
          <p>{say.saved}</p>
        </Notice>
      )}
      <RecordForm
        label={shown(node)}
        fields={fields}
        initial={node}
        version={node.version}
        save={(body, options) => call("POST /tree/nodes/:node_id/settings", { params, body }, options)}
        submit={say.savePlace}
        onDone={() => setSaved(true)}
      />
      <RequireSecondFactor />
      {node.id !== 0 && (
        <section className="card stack" aria-labelledby="end">
          <h2 id="end">{say.end}</h2>
          <div className="row">
            {node.read_only
              ? <Button onClick={() => setDialog("unarchive")}>{say.unarchive}</Button>
              : <Button kind="danger" onClick={() => setDialog("archive")}>{say.archive}</Button>}
            <Button kind="danger" onClick={() => setDialog("delete")}>{say.remove}</Button>
          </div>
        </section>
      )}
      {dialog !== undefined && <EndDialog what={dialog} node={node} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

/** Asks before a place is archived, opened again or deleted; the server names what is in the way. */
const EndDialog = ({ node, onClose, what }: {
  readonly what: "archive" | "delete" | "unarchive"
  readonly node: TreeNode
  readonly onClose: () => void
}) => {
  const say = useTexts()
  const [, go] = useLocation()
  const params = { node_id: node.id }
  const isEvent = what === "delete" && node.id === node.event_node_id
  const [confirmedName, setConfirmedName] = useState("")
  const change = {
    archive: () => call("POST /tree/nodes/:node_id/archive-node", { params }),
    unarchive: () => call("POST /tree/nodes/:node_id/unarchive-node", { params }),
    delete: () => call("DELETE /tree/nodes/:node_id", { params, query: isEvent ? { confirm_name: confirmedName } : {} })
  }[what]
  const action = { archive: say.archiveOf, delete: say.deleteOf, unarchive: say.unarchiveOf }[what](node.name)
  return (
    <Confirm<unknown>
      title={action}
      action={action}
      kind={what === "unarchive" ? "primary" : "danger"}
      change={change}
      isReady={!isEvent || confirmedName === node.name}
      onClose={onClose}
      onDone={() => what === "delete" ? go(atNode(node.parent)) : onClose()}
    >
      <p>{isEvent ? say.endHints.deleteEvent : say.endHints[what]}</p>
      {isEvent && (
        <div className="field">
          <label htmlFor="confirm-name">{say.confirmName(node.name)}</label>
          <input
            id="confirm-name"
            value={confirmedName}
            autoComplete="off"
            onChange={(event) => setConfirmedName(event.target.value)}
          />
        </div>
      )}
    </Confirm>
  )
}
