import type { Amount } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Figure } from "../../kit/Money.tsx"
import type { OfficeAnswer } from "../calls.ts"
import { Bars } from "../chart/Bars.tsx"
import { Shares } from "../chart/Shares.tsx"
import { Table } from "../list/Table.tsx"
import "./reports.css"
import { useTexts } from "./texts.ts"

export type Sheet = OfficeAnswer<"GET /reports/daily">
type Part = Sheet["parts"][number]
type PartOf<Kind> = Extract<Part, { readonly kind: Kind }>
type Cell = Sheet["figures"][number]["cell"]

/** A report as its pages show it: the same figures, charts and tables. */
export const SheetView = ({ of }: { readonly of: Sheet }) => (
  <article className="report paper">
    <header>
      <h2>{of.title}</h2>
      <p className="muted">{of.subtitle}</p>
    </header>
    <div className="report-addresses">
      <Address label={of.issuer_label} lines={of.issuer} />
      <Address label={of.recipient_label} lines={of.recipient} />
    </div>
    {of.facts.length > 0 && (
      <dl className="details facts">
        {of.facts.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
      </dl>
    )}
    <dl className="figures">
      {of.figures.map(({ cell, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-negative={cell.is_negative || undefined}>
            <Figure text={cell.text} />
          </dd>
        </div>
      ))}
    </dl>
    {of.parts.map((part, at) => <PartView key={at} of={part} />)}
    <p className="muted small">{of.foot}</p>
  </article>
)

const Address = ({ label, lines }: { readonly label: string; readonly lines: ReadonlyArray<string> }) =>
  lines.length > 0 && (
    <div>
      <p className="muted small">{label}</p>
      {lines.map((line, at) => <p key={at}>{at === 0 ? <strong>{line}</strong> : line}</p>)}
    </div>
  )

const PartView = ({ of }: { readonly of: Part }) => {
  switch (of.kind) {
    case "bars":
      return <BarsView of={of} />
    case "shares":
      return of.shares.length > 0
        ? <Shares title={of.heading} shares={of.shares.map((share, at) => ({ ...share, key: String(at) }))} />
        : (
          <section className="card stack-close">
            <h2>{of.heading}</h2>
            <p className="muted">{of.none}</p>
          </section>
        )
    case "table":
      return <TableView of={of} />
    case "text":
      return <p className="muted">{of.text}</p>
  }
}

const BarsView = ({ of: { bars, heading } }: { readonly of: PartOf<"bars"> }) => {
  const say = useTexts()
  const { money } = useFormats()
  return (
    <Bars
      title={heading}
      format={(value) => money(value as Amount)}
      legend={{ value: say.amount }}
      // Charts have cents.
      bars={bars.map(({ key, label, value }) => ({ key, label, value: value / 100 }))}
      table={
        <Table
          label={heading}
          rows={bars}
          keyOf={({ key }) => key}
          columns={[
            { key: "part", title: say.part, of: ({ label }) => label },
            { key: "amount", title: say.amount, kind: "amount", of: ({ value }) => value / 100 }
          ]}
        />
      }
    />
  )
}

const TableView = ({ of }: { readonly of: PartOf<"table"> }) => {
  const say = useTexts()
  const { count } = useFormats()
  const cells = (row: ReadonlyArray<Cell>) =>
    row.map((cell, at) => (
      <td
        key={at}
        data-numeric={of.numbers.includes(at) || undefined}
        data-negative={cell.is_negative || undefined}
      >
        {cell.text}
      </td>
    ))
  return (
    <section className="stack-close">
      <h3>{of.heading}</h3>
      {of.rows.length === 0 ? <p className="muted">{of.none}</p> : (
        // Where nothing inside takes the focus, the frame does: a keyboard scrolls it where the table is wider than the window.
        <div className="table-frame" tabIndex={0}>
          <table className="table" aria-label={of.heading}>
            <thead>
              <tr>
                {of.head.map((title, at) =>
                  title === ""
                    ? <td key={at} />
                    : <th key={at} scope="col" data-numeric={of.numbers.includes(at) || undefined}>{title}</th>
                )}
              </tr>
            </thead>
            <tbody>
              {of.rows.map((row, at) => <tr key={at} data-quiet={row.is_zero || undefined}>{cells(row.cells)}</tr>)}
            </tbody>
            {of.total !== null && (
              <tfoot>
                <tr>{cells(of.total)}</tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {of.left_out > 0 && <p className="muted">{say.leftOut(count(of.left_out))}</p>}
    </section>
  )
}
