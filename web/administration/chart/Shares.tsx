import type { ReactNode } from "react"
import { useMessages } from "../messages/messages.ts"
import "./chart.css"

/** A part of a whole, such as one stall. */
export interface Share {
  readonly key: string
  readonly label: ReactNode
  readonly value: number
  /** The value as a reader sees it. */
  readonly written: string
}

/**
 * Parts of a whole, each with a bar as long as its value; the numbers stand beside the bars, so no table is needed. A single part is
 * the whole, and needs no bar.
 */
export const Shares = ({ shares, title }: { readonly title: string; readonly shares: ReadonlyArray<Share> }) => {
  const say = useMessages()
  const most = Math.max(1, ...shares.map(({ value }) => value))
  return (
    <section className="card stack-close">
      <h2>{title}</h2>
      {shares.length === 0 && <p className="muted">{say.nothingInPeriod}</p>}
      <ul className="shares">
        {shares.map(({ key, label, value, written }) => (
          <li key={key}>
            <span className="share-label">{label}</span>
            <span className="amount">{written}</span>
            {shares.length > 1 && (
              <span className="share-bar" style={{ width: `${Math.max(0, value / most) * 100}%` }} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
