import { useAtomValue } from "jotai"
import { useMemo } from "react"
import { languageAtom } from "../../../kit/Language.ts"
import { Distance } from "../../../kit/Moment.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useAnswer, useList } from "../../answers.ts"
import { call } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMay, useNodeId } from "../../tree.ts"
import { ChooseButton } from "../tills/ChooseButton.tsx"
import { DeviceState, type ListedDevice } from "./DeviceState.tsx"
import type { DeviceTexts } from "./english.ts"
import { Managed } from "./Management.tsx"
import { useTexts } from "./texts.ts"
import "./devices.css"

/** How often the list is asked for, in seconds: after new settings it changes within some of them. */
const everySeconds = 15

/** The phones and tablets of the device management, and the terminals they are. */
export const DeviceList = () => (
  <Page>
    <Managed>
      <Devices />
    </Managed>
  </Page>
)

const deviceColumns = (say: DeviceTexts): ReadonlyArray<Column<ListedDevice>> => [
  {
    key: "device",
    title: say.device,
    of: ({ device }) => device.device_id,
    show: ({ device }) => <span className="device-id">{device.device_id}</span>
  },
  {
    key: "state",
    title: say.state,
    of: ({ device }) => say[device.status],
    show: ({ device }) => <DeviceState of={device.status} />
  },
  {
    key: "terminal",
    title: say.terminal,
    of: ({ mapping }) => mapping?.terminal_name,
    show: ({ mapping }) => mapping?.terminal_name ?? <span className="muted">{say.noTerminal}</span>
  },
  { key: "description", title: say.description, of: ({ device }) => device.description, isMinor: true },
  { key: "last_update", title: say.lastUpdate, kind: "moment", of: ({ device }) => device.last_update, isMinor: true },
  {
    key: "located",
    title: say.located,
    kind: "moment",
    of: ({ device }) => device.location_last_update,
    isMinor: true
  },
  { key: "model", title: say.model, of: ({ device }) => device.model, isMinor: true },
  { key: "serial", title: say.serial, of: ({ device }) => device.serial, isMinor: true },
  { key: "address", title: say.address, of: ({ device }) => device.ip_address, isMinor: true }
]

const actionColumn = (say: DeviceTexts): Column<ListedDevice> => ({
  key: "actions",
  title: say.actions,
  of: () => null,
  show: (row) => <Actions of={row} />,
  isAction: true
})

const Devices = () => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const columns = useMemo(() => {
    return may("POST /terminal/mdm-devices/change-device-to-terminal-mapping")
      ? [...deviceColumns(say), actionColumn(say)]
      : deviceColumns(say)
  }, [may, say])
  return (
    <div className="stack">
      <LastReading />
      <List
        label={say.devices}
        of={useList("GET /terminal/mdm-devices", { query }, { everySeconds })}
        columns={columns}
        keyOf={({ device }) => device.device_id}
        empty={<p>{say.noDevices}</p>}
      />
    </div>
  )
}

/** When the devices were read, and why that failed. */
export const LastReading = () => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { data } = useAnswer("GET /terminal/mdm-devices/reading", { query: { node_id: useNodeId() } }, { everySeconds })
  if (data === undefined) return undefined
  const { problem, read_at } = data
  const when = read_at === null ? undefined : (
    <p className="muted small">
      {say.readAt} <Distance at={read_at} />
    </p>
  )
  if (problem === null) {
    return when ?? (
      <Notice>
        <p>{say.readNever}</p>
      </Notice>
    )
  }
  return (
    <Notice kind="attention">
      <p>{problem[language]}</p>
      {when}
    </Notice>
  )
}

const Actions = ({ of: { device: { device_id }, mapping } }: { readonly of: ListedDevice }) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const terminals = useList("GET /terminal", { query }).data ?? []
  if (mapping !== null) {
    return (
      <ConfirmButton
        label={say.unlink}
        look="quiet"
        action={say.unlinkOf(device_id)}
        change={() =>
          call("POST /terminal/mdm-devices/remove-device-to-terminal-mapping", {
            query,
            body: { terminal_id: mapping.terminal_id }
          })}
      >
        <p>{say.unlinkHint(mapping.terminal_name)}</p>
      </ConfirmButton>
    )
  }
  return (
    <ChooseButton
      label={say.link}
      action={say.linkOf(device_id)}
      hint={say.linkHint}
      field={say.terminal}
      things={terminals}
      none={say.noTerminals}
      change={(terminal_id) =>
        call("POST /terminal/mdm-devices/change-device-to-terminal-mapping", {
          query,
          body: { mdm_device_id: device_id, terminal_id }
        })}
    />
  )
}
