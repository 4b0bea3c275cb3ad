import { pointOf } from "@wristbank/core/till/SitePlan"
import { useMemo } from "react"
import { Link } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { Distance } from "../../../kit/Moment.tsx"
import { useAnswer, useList } from "../../answers.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMay, useNode, useNodeId } from "../../tree.ts"
import { LastReading } from "./DeviceList.tsx"
import { DeviceState, type Status } from "./DeviceState.tsx"
import type { DeviceTexts } from "./english.ts"
import { Managed } from "./Management.tsx"
import { useTexts } from "./texts.ts"
import "./devices.css"

type SiteMap = NonNullable<OfficeAnswer<"GET /terminal/site-map">>

/** A located terminal with its number on the map and the state of its device. */
interface Spot {
  readonly number: number
  readonly location: OfficeAnswer<"GET /terminal/locations">[number]
  readonly status: Status
  /** As fractions of the picture; `undefined` without one or outside of it. */
  readonly point: { readonly x: number; readonly y: number } | undefined
}

/** Where the terminals were last, on the organiser's picture of the site. */
export const SiteMapPage = () => {
  const say = useTexts()
  const may = useMay()
  const node = useNode()
  const query = { node_id: useNodeId() }
  const map = useAnswer("GET /terminal/site-map", { query })
  const mayChange = node !== undefined && node.id === node.event_node_id && may("POST /terminal/site-map")
  const hasMap = map.data !== undefined && map.data !== null
  return (
    <Page
      actions={hasMap && mayChange && <Link href="/sell/site-map/edit" className="button">{say.editMap}</Link>}
    >
      <Loaded of={map} lines={8}>
        {(stored) => (
          <>
            {stored === null && (
              <div className="empty">
                <p>{say.noMap}</p>
                {mayChange && (
                  <Link href="/sell/site-map/edit" className="button" data-kind="primary">{say.addMap}</Link>
                )}
              </div>
            )}
            <Managed>
              <Terminals map={stored} />
            </Managed>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const useSpots = (map: SiteMap | null) => {
  const query = { node_id: useNodeId() }
  const options = { everySeconds: 30 }
  const locations = useList("GET /terminal/locations", { query }, options)
  const devices = useList("GET /terminal/mdm-devices", { query }, options).data
  const data = useMemo(() => {
    const states = new Map(devices?.map(({ device }) => [device.device_id, device.status]))
    return locations.data?.map((location, index): Spot => {
      const point = map === null ? undefined : pointOf(map, location)
      const isOn = point !== undefined && [point.x, point.y].every((part) => part >= 0 && part <= 1)
      return {
        number: index + 1,
        location,
        status: states.get(location.mdm_device_id) ?? "unknown",
        point: isOn ? point : undefined
      }
    })
  }, [devices, locations.data, map])
  return { ...locations, data }
}

const columnsOf = (say: DeviceTexts, hasMap: boolean): ReadonlyArray<Column<Spot>> => [
  { key: "number", title: say.number, kind: "count", of: ({ number }) => number },
  {
    key: "terminal",
    title: say.terminal,
    of: ({ location }) => location.terminal_name,
    show: ({ location, point }) => (
      <>
        {location.terminal_name}
        {hasMap && point === undefined && <span className="muted small">{` (${say.besideMap})`}</span>}
      </>
    )
  },
  {
    key: "state",
    title: say.state,
    of: ({ status }) => say[status],
    show: ({ status }) => <DeviceState of={status} />
  },
  {
    key: "located",
    title: say.located,
    kind: "moment",
    of: ({ location }) => location.last_update,
    show: ({ location }) => location.last_update !== null && <Distance at={location.last_update} />
  }
]

const Terminals = ({ map }: { readonly map: SiteMap | null }) => {
  const say = useTexts()
  const spots = useSpots(map)
  const columns = useMemo(() => columnsOf(say, map !== null), [map, say])
  return (
    <div className="site">
      {map !== null && <Picture of={map} spots={spots.data ?? []} />}
      <div className="stack">
        <LastReading />
        <List
          label={say.map}
          of={spots}
          columns={columns}
          keyOf={({ location }) => location.terminal_id}
          linkOf={({ location }) => `/sell/terminals/${location.terminal_id}`}
          empty={
            <>
              <p>{say.noneLocated}</p>
              <Link href="/sell/devices" className="button">{say.devices}</Link>
            </>
          }
        />
      </div>
    </div>
  )
}

/** The picture with the numbers of the terminals; the list beside it says the same in words. */
const Picture = ({ of: { data, mime_type }, spots }: { readonly of: SiteMap; readonly spots: ReadonlyArray<Spot> }) => {
  const say = useTexts()
  const shown = spots.flatMap(({ point, ...spot }) => point === undefined ? [] : [{ ...spot, point }])
  return (
    <figure className="site-map" role="img" aria-label={say.mapOf(shown.length)}>
      <img src={`data:${mime_type};base64,${data}`} alt="" />
      {shown.map(({ location, number, point, status }) => (
        <span
          key={location.terminal_id}
          className="spot"
          data-state={status}
          title={`${location.terminal_name}: ${say[status]}`}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        >
          {number}
        </span>
      ))}
    </figure>
  )
}
