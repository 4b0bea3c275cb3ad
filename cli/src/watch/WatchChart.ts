import { formatWhole } from "./WatchText.ts"

/** A value of a chart in cents with its label; undefined for what is not known. */
export interface Bar {
  readonly label: string
  readonly value: bigint | undefined
}

const eighths = " ▁▂▃▄▅▆▇█"

/** The fewest rows of a chart: its title, two rows of bars, the axis and the labels. */
export const leastChartRows = 5

/** The widest bar with its gap. */
const widest = 9

/**
 * A chart in as many rows, none wider than the columns: a title, bars with their values where there is room, an axis with values at the
 * left and labels below. Where there are more bars than columns the first are left out.
 */
export const chartLines = (
  title: string,
  given: ReadonlyArray<Bar>,
  { columns, rows }: { readonly columns: number; readonly rows: number }
): ReadonlyArray<string> => {
  const known = given.flatMap(({ value }) => value === undefined ? [] : [value])
  const most = known.reduce((largest, value) => value > largest ? value : largest, 0n)
  const scale = Math.max(...[most, most / 2n].map((value) => formatWhole(value).length))
  const room = columns - scale - 2
  if (room < 1 || rows < leastChartRows) return []
  const bars = given.slice(-room)
  const width = Math.max(1, Math.min(widest, Math.floor(room / Math.max(1, bars.length))))
  const height = rows - 3
  const levels = bars.map(({ value }) => levelOf(value, most, height - 1))
  const body = Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8
    const cells = bars.map(({ value }, at) => {
      const level = levels[at]! - below
      const text = value === undefined || value <= 0n ? "" : formatWhole(value)
      // The value is just above its bar.
      if (level <= 0) return level > -8 && text !== "" && text.length < width ? text.padEnd(width) : " ".repeat(width)
      return eighths[Math.min(8, level)]!.repeat(Math.max(1, width - 1)).padEnd(width)
    })
    return `${axisAt(row, height, most).padStart(scale)} │${cells.join("").trimEnd()}`
  })
  return [
    title,
    ...body,
    `${" ".repeat(scale)} └${"─".repeat(bars.length * width)}`,
    `${" ".repeat(scale + 2)}${labels(bars, width, room)}`.trimEnd()
  ]
}

/** The height of a bar in eighths of a row; anything above nothing is seen. */
const levelOf = (value: bigint | undefined, most: bigint, rows: number): number =>
  value === undefined || value <= 0n ? 0 : Math.max(1, Number(value * BigInt(rows * 8) / most))

/** The value that a row of the axis has: the largest below the top row, half of it in the middle, and nothing at the end. */
const axisAt = (row: number, height: number, most: bigint): string => {
  if (row === 1) return formatWhole(most)
  if (row === height - 1) return "0"
  return height >= 6 && row === 1 + Math.floor((height - 1) / 2) ? formatWhole(most / 2n) : ""
}

/** As many labels as have room, the same number of bars apart, so that the newest has one. */
const labels = (bars: ReadonlyArray<Bar>, width: number, room: number): string => {
  const longest = bars.reduce((most, { label }) => Math.max(most, label.length), 0)
  const step = Math.max(1, Math.ceil((longest + 1) / width))
  let text = ""
  for (const [at, { label }] of bars.entries()) {
    if ((bars.length - 1 - at) % step !== 0) continue
    text = `${text.padEnd(Math.min(at * width, room - label.length))}${label}`
  }
  return text.slice(0, room)
}
