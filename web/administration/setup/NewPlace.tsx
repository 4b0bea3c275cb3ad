import { useLocation } from "wouter"
import { atNode } from "../address.ts"
import { call } from "../calls.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { usePlaceFields } from "./PlacePage.tsx"
import { useTexts } from "./texts.ts"

/** A part of the organisation that is not there yet; it may hold everything that its place allows. */
export const NewPlace = () => {
  const say = useTexts()
  const fields = usePlaceFields()
  const [, go] = useLocation()
  const params = { node_id: useNodeId() }
  return (
    <Page>
      <RecordForm
        label={say.newPlace}
        fields={fields}
        initial={{ name: "", description: "", forbidden_objects_at_node: [], forbidden_objects_in_subtree: [] }}
        save={(body) => call("POST /tree/nodes/:node_id/create-node", { params, body })}
        submit={say.createPlace}
        onDone={() => go(atNode(params.node_id, "/setup/place"))}
      />
    </Page>
  )
}
