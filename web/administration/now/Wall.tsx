import { Minimize2, Pause, Play } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance, useNow } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import type { OfficeAnswer } from "../calls.ts"
import { Shares } from "../chart/Shares.tsx"
import { useNode } from "../tree.ts"
import { alertGroups } from "./AlertGroups.ts"
import { useGroupText } from "./Alerts.tsx"
import { DayBars } from "./DayBars.tsx"
import { Figures } from "./Figures.tsx"
import { panelAfter, type PanelName, panelsOf, quietFirst, rowsThatFit } from "./Panels.ts"
import { rowName, takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"
import "./wall.css"

type Status = OfficeAnswer<"GET /now">

/** How long a panel stays, in seconds. */
const turn = 12

/** The status for a screen on a wall: fills it, shows its panels by turns, and links nowhere. */
export const Wall = ({ onLeave, status }: { readonly status: Status; readonly onLeave: () => void }) => {
  const say = useTexts()
  const { time } = useFormats()
  const now = useNow()
  const name = useNode()?.name
  const panels = panelsOf(status)
  const [shown, setShown] = useState<PanelName>()
  const [isPaused, setPaused] = useState(false)
  const panel = panels.find((one) => one === shown) ?? panels[0]
  const next = panelAfter(panels, panel)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => setShown(next), turn * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, next])
  const Turn = isPaused ? Play : Pause
  return (
    <div className="wall" data-wall data-screen="today">
      <header className="between">
        <h1>{name}</h1>
        <span className="wall-tools row">
          <Button kind="quiet" onClick={() => setPaused(!isPaused)}>
            <Turn className="icon" aria-hidden />
            {isPaused ? say.goOn : say.pause}
          </Button>
          <Button kind="quiet" onClick={onLeave}>
            <Minimize2 className="icon" aria-hidden />
            {say.leaveFullScreen}
          </Button>
        </span>
        <span className="wall-time">{time(new Date(now).toISOString())}</span>
      </header>
      {status.takings !== null && (
        <Figures total={status.takings.total} compared={status.takings.compared} than="today" />
      )}
      <section className="wall-panel" key={panel}>
        {panel !== undefined && <Panel of={panel} status={status} />}
      </section>
      <AlertStrip status={status} />
    </div>
  )
}

/** What needs attention most, and how much else does. */
const AlertStrip = ({ status: { needs_somebody } }: { readonly status: Status }) => {
  const say = useTexts()
  const { count } = useFormats()
  const textOf = useGroupText()
  if (needs_somebody === null) return undefined
  const [first, ...others] = alertGroups(needs_somebody)
  if (first === undefined) {
    return (
      <Notice kind="good">
        <p>{say.allWell}</p>
      </Notice>
    )
  }
  return (
    <Notice kind={first.severity === "red" ? "stopped" : "attention"}>
      <p>{[textOf(first), ...(others.length > 0 ? [say.more(count(others.length))] : [])].join(" · ")}</p>
    </Notice>
  )
}

const Panel = ({ of: panel, status }: { readonly of: PanelName; readonly status: Status }): ReactNode => {
  const { needs_somebody, takings, tills } = status
  switch (panel) {
    case "alerts":
      return needs_somebody !== null && <AlertPanel of={needs_somebody} />
    case "hours":
      return takings !== null && <DayBars hours={takings.hours} />
    case "tills":
      return tills !== null && <TillPanel tills={tills} />
    case "method":
      return takings !== null && <SharePanel rows={takings.methods} by={panel} />
    case "node":
      return takings !== null && <SharePanel rows={takings.nodes} by={panel} />
    case "till":
      return takings !== null && <SharePanel rows={takings.tills} by={panel} />
  }
}

const SharePanel = ({ by, rows }: {
  readonly rows: NonNullable<Status["takings"]>["tills"]
  readonly by: "method" | "node" | "till"
}) => {
  const say = useTexts()
  const formats = useFormats()
  const { others, shown } = rowsThatFit(rows)
  return (
    <>
      <Shares
        title={say.by[by]}
        shares={shown.map((row) => ({
          key: `${row.id} ${row.name}`,
          label: rowName(row, by, formats, say),
          value: takenOf(row),
          written: formats.money(takenOf(row))
        }))}
      />
      {others > 0 && <p className="muted">{say.more(formats.count(others))}</p>}
    </>
  )
}

const AlertPanel = ({ of }: { readonly of: NonNullable<Status["needs_somebody"]> }) => {
  const say = useTexts()
  const textOf = useGroupText()
  const { count } = useFormats()
  const { others, shown } = rowsThatFit(alertGroups(of))
  return (
    <div className="card stack">
      <h2>{say.alerts}</h2>
      {shown.map((group) => (
        <p key={group.kind} className="between">
          <span>{textOf(group)}</span>
          {group.since !== null && (
            <span className="muted">
              <Distance at={group.since} />
            </span>
          )}
        </p>
      ))}
      {others > 0 && <p className="muted">{say.more(count(others))}</p>}
    </div>
  )
}

const TillPanel = ({ tills }: { readonly tills: NonNullable<Status["tills"]> }) => {
  const say = useTexts()
  const { count } = useFormats()
  const { others, shown } = rowsThatFit(quietFirst(tills))
  return (
    <div className="card stack">
      <h2>{say.lastTills}</h2>
      {shown.map(({ id, last_booked_at, name, user_name }) => (
        <p key={id} className="wall-till">
          <strong>{name}</strong>
          <span className="muted">{user_name ?? say.nobody}</span>
          <span>{last_booked_at !== null && <Distance at={last_booked_at} />}</span>
        </p>
      ))}
      {others > 0 && <p className="muted">{say.more(count(others))}</p>}
    </div>
  )
}
