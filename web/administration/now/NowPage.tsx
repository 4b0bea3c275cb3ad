import { Maximize2 } from "lucide-react"
import { useMemo } from "react"
import { Link } from "wouter"
import type { Amount } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Bars } from "../chart/Bars.tsx"
import { Shares } from "../chart/Shares.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import { Alerts } from "./Alerts.tsx"
import { Figures } from "./Figures.tsx"
import { rowName, takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"
import { Tills } from "./Tills.tsx"

type Takings = NonNullable<OfficeAnswer<"GET /now">["takings"]>

/** How often the status is asked for, in seconds. */
const often = 5

/** A festival at a glance: what needs attention, the day so far, the tills. */
export const NowPage = () => {
  const say = useTexts()
  const [wall, setWall] = useAddressValue("wall")
  const isWall = wall === "on"
  const status = useAnswer("GET /now", { query: { node_id: useNodeId() } }, { everySeconds: often })
  const change = () => {
    setWall(isWall ? "" : "on")
    // Where the browser refuses it, the screen fills the window at least.
    const changed = isWall
      ? document.fullscreenElement && document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    void Promise.resolve(changed).catch(() => undefined)
  }
  const button = (
    <Button className="wall-button" onClick={change}>
      <Maximize2 className="icon" aria-hidden />
      {isWall ? say.leaveFullScreen : say.fullScreen}
    </Button>
  )
  return (
    <Page actions={button}>
      <Loaded of={status} lines={12}>
        {({ needs_somebody, takings, tills }) => (
          <div className="stack" data-wall={isWall || undefined}>
            {needs_somebody !== null && <Alerts all={needs_somebody} />}
            {takings !== null && <Today takings={takings} />}
            {tills !== null && <Tills tills={tills} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The day so far, and where and how it was taken. */
const Today = ({ takings }: { readonly takings: Takings }) => {
  const say = useTexts()
  const formats = useFormats()
  const { money } = formats
  const columns = useMemo((): ReadonlyArray<Column<Takings["hours"][number]>> => [
    { key: "hour", title: say.by.hour, of: (row) => rowName(row, "hour", formats, say) },
    { key: "today", title: say.today, kind: "amount", of: takenOf },
    { key: "yesterday", title: say.yesterday, kind: "amount", of: ({ compared }) => compared && takenOf(compared) }
  ], [formats, say])
  const shares = (rows: Takings["tills"], by: "till" | "node" | "method") =>
    rows.map((row) => ({
      key: `${row.id} ${row.name}`,
      label: by === "till" && row.id !== null
        ? <Link href={`/sell/tills/${row.id}`}>{rowName(row, by, formats, say)}</Link>
        : rowName(row, by, formats, say),
      value: takenOf(row),
      written: money(takenOf(row))
    }))
  return (
    <>
      <Figures total={takings.total} compared={takings.compared} than="today" />
      <Bars
        title={say.by.hour}
        format={(value) => money(value as Amount)}
        legend={{ value: say.today, compared: say.yesterday }}
        bars={takings.hours.map((row) => ({
          key: row.from_time ?? "",
          label: rowName(row, "hour", formats, say),
          value: takenOf(row),
          compared: row.compared === null ? undefined : takenOf(row.compared)
        }))}
        table={
          <Table
            label={say.by.hour}
            rows={takings.hours}
            columns={columns}
            keyOf={({ from_time }) => from_time ?? ""}
          />
        }
      />
      <div className="side-by-side">
        <Shares title={say.by.node} shares={shares(takings.nodes, "node")} />
        <Shares title={say.by.till} shares={shares(takings.tills, "till")} />
        <Shares title={say.by.method} shares={shares(takings.methods, "method")} />
      </div>
    </>
  )
}
