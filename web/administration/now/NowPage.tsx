import { Maximize2 } from "lucide-react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Shares } from "../chart/Shares.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { Alerts } from "./Alerts.tsx"
import { DayBars } from "./DayBars.tsx"
import { Figures } from "./Figures.tsx"
import { rowName, takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"
import { Tills } from "./Tills.tsx"
import { Wall } from "./Wall.tsx"

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
  if (isWall) return <Loaded of={status} lines={12}>{(now) => <Wall status={now} onLeave={change} />}</Loaded>
  const button = (
    <Button className="wall-button" onClick={change}>
      <Maximize2 className="icon" aria-hidden />
      {say.fullScreen}
    </Button>
  )
  return (
    <Page actions={button}>
      <Loaded of={status} lines={12}>
        {({ needs_somebody, takings, tills }) => (
          <div className="stack">
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
      <DayBars hours={takings.hours} />
      <div className="side-by-side">
        <Shares title={say.by.node} shares={shares(takings.nodes, "node")} />
        <Shares title={say.by.till} shares={shares(takings.tills, "till")} />
        <Shares title={say.by.method} shares={shares(takings.methods, "method")} />
      </div>
    </>
  )
}
