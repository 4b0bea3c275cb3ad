import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Thing } from "../form/Field.ts"

interface UsesProps {
  readonly title: string
  /** Said when nothing uses it. */
  readonly none: string
  /** The address of the list that the things are in. */
  readonly at: string
  readonly things: ReadonlyArray<Thing>
  readonly children?: ReactNode
}

/** What uses the thing on the page, with links. */
export const Uses = ({ at, children, none, things, title }: UsesProps) => (
  <section className="card stack-close">
    <h2>{title}</h2>
    {things.length === 0 ? <p className="muted">{none}</p> : (
      <ul className="row">
        {things.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/${at}/${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    )}
    {children !== undefined && <div className="row">{children}</div>}
  </section>
)
