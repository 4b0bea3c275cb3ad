import { type CSSProperties, type ReactNode, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useMessages } from "../messages/messages.ts"
import "./chart.css"
import { heightOf, ticksOf } from "@wristbank/core/report/ChartScale"

/** A part of a chart: an hour, a day. */
interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The same part of an earlier period. */
  readonly compared?: number | undefined
}

interface BarsProps {
  readonly title: string
  readonly bars: ReadonlyArray<Bar>
  readonly format: (value: number) => string
  /** What the bars are, and what the outlines behind them are. */
  readonly legend: { readonly value: string; readonly compared?: string | undefined }
  /** The same numbers, which the reader can have in place of the picture. */
  readonly table: ReactNode
}

/** Numbers over time as bars, with an earlier period as outlines behind them, and a table in place of it. */
export const Bars = ({ bars, format, legend, table, title }: BarsProps) => {
  const say = useMessages()
  const [isTable, setTable] = useState(false)
  const sentence = sentenceFor(bars, (bar) => titleOf(bar, format, legend), say.nothingInPeriod)
  if (sentence !== undefined) {
    return (
      <section className="card stack-close">
        <h2>{title}</h2>
        <p className="muted">{sentence}</p>
      </section>
    )
  }
  return (
    <figure className="card chart">
      <figcaption className="between">
        <h2>{title}</h2>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>{say.asTable}</Button>
      </figcaption>
      {isTable ? table : <Picture title={title} bars={bars} format={format} legend={legend} />}
    </figure>
  )
}

/** What is said in place of a picture that would show nothing: no value, or a single one. */
export const sentenceFor = (
  bars: ReadonlyArray<Bar>,
  titled: (bar: Bar) => string,
  empty: string
): string | undefined => {
  if (bars.every(({ compared = 0, value }) => value === 0 && compared === 0)) return empty
  const [only, ...others] = bars
  return only !== undefined && others.length === 0 ? titled(only) : undefined
}

const Picture = ({ bars, format, legend, title }: Omit<BarsProps, "table">) => {
  const ticks = ticksOf(bars.flatMap(({ compared = 0, value }) => [value, compared]))
  const width = 100 / Math.max(1, bars.length)
  const labelled = Math.ceil(bars.length / 8)
  const axis = { "--axis": `${Math.max(...ticks.map((tick) => format(tick).length))}ch` } as CSSProperties
  return (
    <>
      <Legend of={legend} />
      <div className="chart-plot" style={axis}>
        {ticks.map((tick) => (
          <span key={tick} className="tick small muted" style={{ bottom: percent(heightOf(tick, ticks)) }} aria-hidden>
            {format(tick)}
          </span>
        ))}
        <svg role="img" aria-label={title}>
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={percent(1 - heightOf(tick, ticks))}
              y2={percent(1 - heightOf(tick, ticks))}
            />
          ))}
          {bars.map((bar, at) => (
            <g key={bar.key}>
              <title>{titleOf(bar, format, legend)}</title>
              <rect className="whole" x={`${at * width}%`} width={`${width}%`} y="0" height="100%" />
              {bar.compared !== undefined && (
                <Column
                  className="compared"
                  x={at * width + width * 0.08}
                  width={width * 0.84}
                  value={bar.compared}
                  ticks={ticks}
                />
              )}
              <Column
                className="value"
                x={at * width + width * 0.2}
                width={width * 0.6}
                value={bar.value}
                ticks={ticks}
              />
            </g>
          ))}
        </svg>
      </div>
      <div className="chart-labels small muted" style={axis} aria-hidden>
        {bars.map(({ key, label }, at) => (
          <span key={key} style={{ width: `${width}%` }}>
            {at % labelled === 0 && <span data-minor={at % (2 * labelled) !== 0 || undefined}>{label}</span>}
          </span>
        ))}
      </div>
    </>
  )
}

const Legend = ({ of: { compared, value } }: { readonly of: BarsProps["legend"] }) => (
  <p className="legend small muted" aria-hidden>
    <span className="legend-value">{value}</span>
    {compared !== undefined && <span className="legend-compared">{compared}</span>}
  </p>
)

const titleOf = (
  { compared, label, value }: Bar,
  format: (value: number) => string,
  legend: BarsProps["legend"]
): string => `${label}: ${format(value)}${compared === undefined ? "" : ` (${legend.compared}: ${format(compared)})`}`

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

interface ColumnProps {
  readonly className: string
  readonly x: number
  readonly width: number
  readonly value: number
  readonly ticks: ReadonlyArray<number>
}

/** A bar from zero to its value, upwards or downwards. */
const Column = ({ className, ticks, value, width, x }: ColumnProps) => {
  const [one, other] = [heightOf(0, ticks), heightOf(value, ticks)]
  const top = Math.max(one, other)
  return (
    <rect
      className={className}
      x={`${x}%`}
      width={`${width}%`}
      y={percent(1 - top)}
      height={percent(Math.abs(one - other))}
    />
  )
}
