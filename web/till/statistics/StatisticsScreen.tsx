import { useState } from "react"
import { add } from "../../kit/Amount.ts"
import { keptAtom, useKept } from "../../kit/Answers.ts"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { type Interval, latestDays, latestHours } from "./Bars.ts"
import { RevenueChart } from "./RevenueChart.tsx"

const revenueAtom = keptAtom(() => call("POST /mgmtrevenue-stats", { body: { from_time: null, to_time: null } }))

/** What was sold where this till stands, by hour and by day. */
export const StatisticsScreen = () => {
  const say = useMessages()
  const { config } = useSession()
  const { day, time } = useFormats()
  const revenue = useKept(revenueAtom, "revenue")
  const [isByDay, setByDay] = useState(false)
  return (
    <div className="page stack">
      <div className="between">
        <h1>{say.taskStatistics}</h1>
        <Button kind="quiet" onClick={revenue.load}>{say.refresh}</Button>
      </div>
      <p className="muted">{say.statisticsOf(config.till?.name ?? config.name)}</p>
      <div className="row" role="group" aria-label={say.taskStatistics}>
        <Button aria-pressed={!isByDay} onClick={() => setByDay(false)}>{say.byHour}</Button>
        <Button aria-pressed={isByDay} onClick={() => setByDay(true)}>{say.byDay}</Button>
      </div>
      <Loaded of={revenue} lines={8}>
        {({ daily_intervals, hourly_intervals }) => (
          <Revenue
            intervals={isByDay ? latestDays(daily_intervals) : latestHours(hourly_intervals)}
            labelOf={({ from_time }) => isByDay ? day(from_time) : time(from_time)}
          />
        )}
      </Loaded>
    </div>
  )
}

const Revenue = ({ intervals, labelOf }: {
  readonly intervals: ReadonlyArray<Interval>
  readonly labelOf: (interval: Interval) => string
}) => {
  const say = useMessages()
  const { count } = useFormats()
  if (intervals.length === 0) return <Empty>{say.statisticsEmpty}</Empty>
  return (
    <div className="task">
      <section className="card">
        <RevenueChart intervals={intervals} labelOf={labelOf} />
      </section>
      <table className="counts card">
        <caption className="visually-hidden">{say.taskStatistics}</caption>
        <thead>
          <tr>
            <th scope="col">{say.period}</th>
            <th scope="col">{say.piecesSold}</th>
            <th scope="col">{say.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {intervals.toReversed().map((interval) => (
            <tr key={interval.from_time}>
              <th scope="row">{labelOf(interval)}</th>
              <td>{count(interval.count)}</td>
              <td>
                <Money amount={interval.revenue} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say.total}</th>
            <td>{count(intervals.reduce((sum, one) => sum + one.count, 0))}</td>
            <td>
              <Money amount={add(...intervals.map(({ revenue }) => revenue))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
