import { useMemo, useState } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance } from "../../kit/Moment.tsx"
import type { Column } from "../list/Column.ts"
import { ConditionMark } from "./ConditionMark.tsx"
import { certificateCondition, type Device, deviceCondition } from "./Devices.ts"
import { useTexts } from "./texts.ts"

/** The properties of a device, for the list and its page. */
export const useDeviceColumns = (): ReadonlyArray<Column<Device>> => {
  const say = useTexts()
  const { moment } = useFormats()
  const [now] = useState(Date.now)
  return useMemo((): ReadonlyArray<Column<Device>> => {
    return [
      { key: "name", title: say.name, of: ({ name }) => name },
      {
        key: "status",
        title: say.status,
        of: ({ status }) => say.statuses[status],
        show: (device) => (
          <ConditionMark kind={deviceCondition(device, now)}>{say.statuses[device.status]}</ConditionMark>
        )
      },
      { key: "queue", title: say.queue, kind: "count", of: ({ queue_length }) => queue_length },
      {
        key: "oldest",
        title: say.oldest,
        kind: "moment",
        of: ({ oldest_unsigned }) => oldest_unsigned,
        show: ({ oldest_unsigned }) => oldest_unsigned !== null && <Distance at={oldest_unsigned} />,
        isMinor: true
      },
      { key: "tills", title: say.tills, kind: "count", of: ({ tills }) => tills, isMinor: true },
      {
        key: "certificate",
        title: say.certificate,
        kind: "moment",
        of: ({ certificate_end }) => certificate_end,
        show: ({ certificate_end }) =>
          certificate_end === null ?
            say.unknown :
            <ConditionMark kind={certificateCondition(certificate_end, now)}>{moment(certificate_end)}</ConditionMark>,
        isMinor: true
      },
      {
        key: "contact",
        title: say.contact,
        kind: "moment",
        of: ({ last_contact }) => last_contact,
        show: ({ last_contact }) => last_contact !== null && <Distance at={last_contact} />,
        isMinor: true
      }
    ]
  }, [moment, now, say])
}
