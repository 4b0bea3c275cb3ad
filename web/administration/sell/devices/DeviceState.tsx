import { CircleHelp, Wifi, WifiOff } from "lucide-react"
import type { OfficeAnswer } from "../../calls.ts"
import { useTexts } from "./texts.ts"
import "./devices.css"

export type ListedDevice = OfficeAnswer<"GET /terminal/mdm-devices">[number]
export type Status = ListedDevice["device"]["status"]

const icons = { online: Wifi, offline: WifiOff, unknown: CircleHelp }

/** Whether the device management reaches a device. */
export const DeviceState = ({ of: status }: { readonly of: Status }) => {
  const say = useTexts()
  const Icon = icons[status]
  return (
    <span className="device-state" data-state={status}>
      <Icon className="icon" aria-hidden />
      {say[status]}
    </span>
  )
}
