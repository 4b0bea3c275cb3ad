import { DateTime } from "effect"
import { currencyFormat, withMinus } from "../base/CurrencyFormat.ts"
import * as Money from "../base/Money.ts"
import { ticksOf } from "./ChartScale.ts"
import type { AmountsByName, AmountsOverTime, ContentPart, ReportContent } from "./ReportContent.ts"
import type { ReportHead } from "./ReportHead.ts"
import {
  type PrintedBars,
  type PrintedCell,
  type PrintedShares,
  type PrintedTable,
  type ReportPart,
  ReportSheet
} from "./ReportSheet.ts"
import type { Cell, ReportTable } from "./ReportTable.ts"
import type { ReportWords } from "./ReportWords.ts"

/** How the values of a report are written. */
export interface ReportFormats {
  readonly count: (value: number) => string
  /** Hundredths of a percent. */
  readonly percent: (rate: number) => string
  readonly cell: (cell: Cell) => string
  /** With the zone that counts then. */
  readonly zoned: (moment: DateTime.Utc) => string
  /** The hour or the day below a column of a chart. */
  readonly label: (moment: DateTime.Utc, by: "hour" | "day") => string
}

const exact = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit"
} as const

/** Formats in the language, the currency and the time zone of a report. */
export const reportFormats = (
  { currency, time_zone: timeZone }: Pick<ReportHead, "currency" | "time_zone">,
  { locale }: ReportWords
): ReportFormats => {
  const money = currencyFormat(locale, currency)
  const counts = new Intl.NumberFormat(locale)
  const rates = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 })
  const times = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (moment: DateTime.Utc) => DateTime.formatIntl(moment, formatter)
  }
  const moment = times(exact)
  const day = times({ weekday: "short", year: "numeric", month: "2-digit", day: "2-digit" })
  const labels = {
    hour: times({ hour: "2-digit", minute: "2-digit" }),
    day: times({ month: "2-digit", day: "2-digit" })
  }
  const percent = (rate: number) => rates.format(rate / 10_000)
  return {
    count: (value) => withMinus(counts.format(value)),
    percent,
    zoned: times({ ...exact, timeZoneName: "short" }),
    label: (at, by) => labels[by](at),
    cell: (cell) => {
      switch (cell?.kind) {
        case undefined:
          return ""
        case "text":
        case "word":
          return cell.text
        case "number":
          return cell.id.toString().padStart(10, "0")
        case "count":
          return withMinus(counts.format(cell.count))
        case "amount":
          return withMinus(money.format(Money.format(cell.cents) as Intl.StringNumericLiteral))
        case "rate":
          return percent(cell.rate)
        case "moment":
          return moment(cell.moment)
        case "day":
          return day(cell.day)
      }
    }
  }
}

/** The pages of a report. */
export const reportSheet = (content: ReportContent, say: ReportWords): ReportSheet => {
  const formats = reportFormats(content.head, say)
  const { head } = content
  const title = lines(head.title).join(", ")
  const asOf = head.as_of === null ? [] : [`${say.asOf} ${formats.zoned(head.as_of)}`]
  return new ReportSheet({
    locale: say.locale,
    title: content.title,
    subtitle: [title, whenOf(content, formats)].filter((one) => one !== "").join(" · "),
    issuer_label: say.issuer,
    issuer: [
      ...lines(head.issuer),
      ...lines(head.address),
      ...(head.vat_id.trim() === "" ? [] : [`${say.vatId} ${head.vat_id}`])
    ],
    recipient_label: say.recipient,
    recipient: content.recipient.filter((line) => line.trim() !== ""),
    facts: [
      ...content.facts.map(([label, cell]) => ({ label, value: cell === null ? "\u2013" : formats.cell(cell) })),
      ...asOf.map((state) => ({ label: state, value: say.later }))
    ],
    figures: content.figures.map(([, label, cell]) => ({ label, cell: printedCell(cell, formats) })),
    parts: content.parts.map((part) => printed(part, formats, say)),
    foot: [content.title, title, ...asOf, `${say.made} ${formats.zoned(head.made_at)}`].filter((one) => one !== "")
      .join(
        " · "
      ),
    page_number: say.page
  })
}

const whenOf = ({ time }: ReportContent, { cell }: ReportFormats): string =>
  Array.isArray(time) ? time.map(cell).join(" \u2013 ") : cell(time as Cell)

const lines = (text: string): ReadonlyArray<string> =>
  text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "")

const printed = (part: ContentPart, formats: ReportFormats, say: ReportWords): ReportPart => {
  if ("table" in part) return printedTable(part.table, formats, say)
  if ("overTime" in part) return bars(part.overTime, formats)
  if ("byName" in part) return shares(part.byName, formats, say)
  return { kind: "text", text: part.remark }
}

const numeric = new Set<string | undefined>(["amount", "count", "rate"])

const valueOf = (cell: Cell): number | null =>
  cell?.kind === "amount" ? Number(cell.cents) : cell?.kind === "count" ? cell.count : null

const printedCell = (cell: Cell, formats: ReportFormats): PrintedCell => ({
  text: formats.cell(cell),
  is_negative: (valueOf(cell) ?? 0) < 0
})

const printedTable = (
  { columns, heading, rows, total }: ReportTable,
  formats: ReportFormats,
  say: ReportWords
): PrintedTable => ({
  kind: "table",
  heading,
  head: columns.map(({ title }) => title),
  numbers: columns.flatMap((_, at) =>
    [...rows, ...(total === null ? [] : [total])].some((row) => numeric.has(row[at]?.kind)) ? [at] : []
  ),
  rows: rows.map((row) => {
    const values = row.map(valueOf).filter((value) => value !== null)
    return {
      cells: row.map((cell) => printedCell(cell, formats)),
      is_zero: values.length > 0 && values.every((value) => value === 0)
    }
  }),
  total: rows.length === 0 ? null : total?.map((cell) => printedCell(cell, formats)) ?? null,
  none: say.none,
  left_out: 0
})

const bars = ({ amounts, by, heading }: AmountsOverTime, formats: ReportFormats): PrintedBars => ({
  kind: "bars",
  heading,
  bars: amounts.map(({ at, cents }) => ({
    key: DateTime.formatIso(at),
    label: formats.label(at, by),
    value: Number(cents),
    written: formats.cell({ kind: "amount", cents })
  })),
  ticks: ticksOf(amounts.map(({ cents }) => Number(cents) / 100)).map((value) => {
    const cents = Money.Cents.make(BigInt(Math.round(value * 100)))
    return { value: Number(cents), label: formats.cell({ kind: "amount", cents }) }
  })
})

const shares = (
  { amounts, heading }: AmountsByName,
  formats: ReportFormats,
  { none }: ReportWords
): PrintedShares => ({
  kind: "shares",
  heading,
  shares: amounts.map(({ cents, name }) => ({
    label: name,
    value: Number(cents),
    written: formats.cell({ kind: "amount", cents })
  })),
  none
})
