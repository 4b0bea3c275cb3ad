import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useIdInAddress } from "../address.ts"
import { useChange, useList } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { type Device, deviceCondition, targetsFor } from "./Devices.ts"
import type { FiscalTexts } from "./english.ts"
import "./fiscal.css"
import { useTexts } from "./texts.ts"
import { useDeviceColumns } from "./useDeviceColumns.tsx"

/** Facts that the list has no room for. */
const moreColumns = (say: FiscalTexts): ReadonlyArray<Column<Device>> => [
  { key: "connected", title: say.connected, kind: "flag", of: ({ connected }) => connected },
  { key: "address", title: say.address, of: ({ ws_url }) => ws_url },
  { key: "serial", title: say.serial, of: ({ serial }) => serial },
  { key: "algorithm", title: say.algorithm, of: ({ hashalgo }) => hashalgo },
  { key: "transaction", title: say.lastTransaction, kind: "count", of: ({ last_transaction }) => last_transaction },
  { key: "counter", title: say.lastCounter, kind: "count", of: ({ last_counter }) => last_counter },
  { key: "first", title: say.firstOperation, kind: "moment", of: ({ first_operation }) => first_operation },
  { key: "year", title: say.year, of: ({ certification_year }) => certification_year?.toString() }
]

/** One device: how it is, and what can be done when it fails. */
export const DevicePage = () => {
  const say = useTexts()
  const id = useIdInAddress()
  const devices = useList("GET /tses/", { query: { node_id: useNodeId() } }, { everySeconds: 5 })
  const found = devices.data?.find((device) => device.id === id)
  const columns = [...useDeviceColumns(), ...moreColumns(say)]
  if (devices.data !== undefined && found === undefined) return <NotFound />
  return (
    <Page title={found?.name} actions={found && <Actions of={found} all={devices.data ?? []} />}>
      <Loaded of={{ ...devices, data: found }} lines={10}>
        {(stored) => (
          <>
            <State of={stored} />
            <section className="card">
              <Facts of={stored} columns={columns} />
            </section>
            {stored.certificate !== null && (
              <details className="card">
                <summary>{say.certificateText}</summary>
                <p className="certificate">{stored.certificate}</p>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What is wrong with a device, in words, with what to do about it. */
const State = ({ of: device }: { readonly of: Device }) => {
  const say = useTexts()
  const { count, moment } = useFormats()
  const [now] = useState(Date.now)
  const condition = deviceCondition(device, now)
  if (condition === undefined || condition === "good") return
  return (
    <Notice kind={condition}>
      {device.password_refused && <p>{say.passwordRefused}</p>}
      {device.fault !== null && (
        <p>{say.faultSince(device.fault, device.fault_since === null ? "" : moment(device.fault_since))}</p>
      )}
      {device.status === "new" && <p>{say.neverReached}</p>}
      {!device.connected && device.status !== "new" && <p>{say.notConnected}</p>}
      {device.queue_length > 0 && <p>{say.waiting(count(device.queue_length))}</p>}
      {condition === "stopped" && <p>{say.switchOverWhen}</p>}
    </Notice>
  )
}

interface ActionsProps {
  readonly of: Device
  readonly all: ReadonlyArray<Device>
}

const Actions = ({ all, of: device }: ActionsProps) => {
  const say = useTexts()
  const may = useMay()
  const [open, setOpen] = useState<"switchOver" | "disable">()
  const close = () => setOpen(undefined)
  const address = { params: { tse_id: device.id }, query: { node_id: useNodeId() } }
  const check = useChange(() => call("POST /tses/:tse_id/check-again", address))
  if (device.status === "disabled") return
  return (
    <>
      {may("POST /tses/:tse_id/check-again") && (
        <Button busy={check.busy} onClick={() => void check.submit()}>{say.checkAgain}</Button>
      )}
      {check.refusal !== undefined && <Refused refusal={check.refusal} />}
      {may("POST /tses/:tse_id") && (
        <Link href={`/fiscal/devices/${device.id}/edit`} className="button">{say.edit}</Link>
      )}
      {may("POST /tses/:tse_id/switch-over") && (
        <Button
          kind={device.status === "failed" ? "primary" : "usual"}
          onClick={() => setOpen("switchOver")}
        >
          {say.switchOver}
        </Button>
      )}
      {may("POST /tses/:tse_id/disable") && (
        <Button
          kind="danger"
          disabled={device.tills > 0}
          title={device.tills > 0 ? say.hasTills : undefined}
          onClick={() => setOpen("disable")}
        >
          {say.disable}
        </Button>
      )}
      {open === "switchOver" && <SwitchOver of={device} all={all} onClose={close} />}
      {open === "disable" && (
        <Confirm
          title={say.disableTitle(device.name)}
          action={say.disableTitle(device.name)}
          change={() => call("POST /tses/:tse_id/disable", address)}
          onClose={close}
        >
          <p>{say.disableHint}</p>
        </Confirm>
      )}
    </>
  )
}

/** Gives the tills of a device to another one, for good. */
const SwitchOver = ({ all, of: device, onClose }: ActionsProps & { readonly onClose: () => void }) => {
  const say = useTexts()
  const node_id = useNodeId()
  const { count } = useFormats()
  const targets = targetsFor(all, device)
  const [chosen, choose] = useState(targets.length === 1 ? String(targets[0]!.id) : "")
  return (
    <Confirm
      title={say.switchOverTitle(device.name)}
      action={say.switchOverTitle(device.name)}
      change={() =>
        call("POST /tses/:tse_id/switch-over", {
          params: { tse_id: device.id },
          query: { node_id },
          body: { target_tse_id: chosen === "" ? null : Number(chosen) }
        })}
      onClose={onClose}
    >
      <p>{say.switchOverHint(count(device.tills), count(device.queue_length))}</p>
      <Choice
        label={say.target}
        value={chosen}
        options={[["", say.anyTarget], ...targets.map(({ id, name }) => [String(id), name] as const)]}
        onChange={choose}
      />
      {targets.length === 0 && (
        <Notice kind="attention">
          <p>{say.noTarget}</p>
        </Notice>
      )}
    </Confirm>
  )
}
