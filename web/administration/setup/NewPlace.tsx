import { atNode } from "../address.ts"
import { call } from "../calls.ts"
import { NewPage } from "../form/RecordPage.tsx"
import { useNodeId } from "../tree.ts"
import { usePlaceFields } from "./PlacePage.tsx"
import { useTexts } from "./texts.ts"

/** A part of the organisation that is not there yet; it may hold everything that its place allows. */
export const NewPlace = () => {
  const say = useTexts()
  const fields = usePlaceFields()
  const params = { node_id: useNodeId() }
  return (
    <NewPage
      label={say.newPlace}
      fields={fields}
      initial={{ name: "", description: "", forbidden_objects_at_node: [], forbidden_objects_in_subtree: [] }}
      save={(body) => call("POST /tree/nodes/:node_id/create-node", { params, body })}
      submit={say.createPlace}
      doneAt={() => atNode(params.node_id, "/setup/place")}
    />
  )
}
