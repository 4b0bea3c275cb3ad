import type { CSSProperties } from "react"
import { type Amount, subtract, toCents } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Figure } from "../../kit/Money.tsx"
import type { OfficeAnswer } from "../calls.ts"
import type { NowTexts } from "./english.ts"
import "./now.css"
import { takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"

type Sums = OfficeAnswer<"GET /stats/takings">["total"]

/** The most important sums, large, each with its distance to an earlier period. */
export const Figures = ({ compared, than, total }: {
  readonly total: Sums
  readonly compared: Sums | undefined
  readonly than: keyof NowTexts["than"]
}) => {
  const say = useTexts()
  const { count, money } = useFormats()
  const amount = (of: (sums: Sums) => Amount) => ({
    value: money(of(total)),
    difference: compared && signed(toCents(subtract(of(total), of(compared))), (cents) => money(cents / 100 as Amount))
  })
  const number = (of: (sums: Sums) => number) => ({
    value: count(of(total)),
    difference: compared && signed(of(total) - of(compared), count)
  })
  const figures = [
    { label: say.taken, ...amount(takenOf) },
    { label: say.topUps, ...amount(({ top_ups }) => top_ups) },
    { label: say.payOuts, ...amount(({ pay_outs }) => pay_outs) },
    { label: say.pieces, ...number(({ pieces }) => pieces) },
    { label: say.entries, ...number(({ entries }) => entries) }
  ]
  const longest = Math.max(...figures.map(({ value }) => value.length))
  return (
    <dl className="figures" style={{ "--longest": longest } as CSSProperties}>
      {figures.map(({ difference, label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <div className="figure">
              <Figure text={value} />
            </div>
            {difference !== undefined && (
              <span className="difference">{say.difference(difference, say.than[than])}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A difference with its sign, since colours alone say nothing to everyone. */
const signed = (difference: number, write: (size: number) => string): string =>
  `${difference > 0 ? "+" : difference < 0 ? "−" : "±"}${write(Math.abs(difference))}`
