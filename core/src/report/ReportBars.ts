import type { PrintedBars } from "./ReportSheet.ts"

const width = 515
const height = 150
/** Room for the labels of the lines on the left, and for those of the columns below. */
const left = 62
const below = 16
const above = 6
/** Wider columns would look like areas. */
const widest = 44

/** Numbers over time as an SVG image of the width of a page. */
export const barsImage = ({ bars, ticks }: PrintedBars): string => {
  const [low, high] = [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1]
  const y = (value: number) => above + (height - above - below) * (high - value) / Math.max(high - low, 1e-9)
  const step = (width - left) / Math.max(1, bars.length)
  const column = Math.min(step * 0.7, widest)
  const labelled = Math.ceil(bars.length / 12)
  const lines = ticks.map(({ label, value }) =>
    line(y(value), value === 0 ? "#545b6b" : "#d9dde5") + text(left - 6, y(value) + 2.5, "end", label)
  )
  const columns = bars.map(({ value }, at) => {
    const top = Math.min(y(0), y(value))
    const size = Math.abs(y(0) - y(value))
    return `<rect x="${round(left + (at + 0.5) * step - column / 2)}" y="${round(top)}" width="${
      round(column)
    }" height="${round(size)}" fill="${value < 0 ? "#b3202a" : "#3746c7"}"/>`
  })
  const labels = bars.map(({ label }, at) =>
    at % labelled === 0 ? text(left + (at + 0.5) * step, height - 4, "middle", label) : ""
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${
    [...lines, ...columns, ...labels].join("")
  }</svg>`
}

const line = (y: number, colour: string) =>
  `<line x1="${left}" x2="${width}" y1="${round(y)}" y2="${round(y)}" stroke="${colour}" stroke-width="0.5"/>`

const text = (x: number, y: number, anchor: "end" | "middle", label: string) =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-family="Roboto" font-size="7.5" fill="#545b6b">${
    escaped(label)
  }</text>`

const round = (value: number) => Math.round(value * 100) / 100

const escaped = (label: string) =>
  label.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")
