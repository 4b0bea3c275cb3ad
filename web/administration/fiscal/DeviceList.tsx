import { Link } from "wouter"
import { useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./fiscal.css"
import { useTexts } from "./texts.ts"
import { useDeviceColumns } from "./useDeviceColumns.tsx"

/** All signing devices of a node, live. */
export const DeviceList = () => {
  const say = useTexts()
  const may = useMay()
  const devices = useList("GET /tses/", { query: { node_id: useNodeId() } }, { everySeconds: 5 })
  const add = may("POST /tses/") && (
    <Link href="/fiscal/devices/new" className="button" data-kind="primary">{say.newDevice}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.devices}
        of={devices}
        columns={useDeviceColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/fiscal/devices/${id}`}
        isFaded={({ status }) => status === "disabled"}
        empty={
          <>
            <p>{say.noDevices}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
