import { fromCents } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { axisOf, barsOf, type Interval } from "./Bars.ts"

const width = 600
const height = 220

/** Bars of revenue. The table beside says the same, so the picture is hidden from screen readers. */
export const RevenueChart = ({ intervals, labelOf }: {
  readonly intervals: ReadonlyArray<Interval>
  readonly labelOf: (interval: Interval) => string
}) => {
  const { money } = useFormats()
  const amounts = intervals.map(({ revenue }) => revenue)
  const { high, low } = axisOf(amounts)
  const [first, last] = [intervals[0], intervals.at(-1)]
  return (
    <figure className="chart" aria-hidden>
      <span className="muted small">{money(fromCents(high))}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {barsOf(amounts).map((bar, at) => (
          <rect
            key={intervals[at]!.from_time}
            className="bar"
            x={bar.x * width}
            y={bar.y * height}
            width={bar.width * width}
            height={bar.height * height}
          />
        ))}
        <line className="zero" x1={0} x2={width} y1={zeroAt(high, low)} y2={zeroAt(high, low)} />
      </svg>
      <figcaption className="between muted small">
        <span>{first !== undefined && labelOf(first)}</span>
        <span>{last !== undefined && last !== first && labelOf(last)}</span>
      </figcaption>
    </figure>
  )
}

const zeroAt = (high: number, low: number): number => high / (high - low) * height
