import type { ReactNode } from "react"
import "./tile.css"

interface TileFaceProps {
  readonly name: string
  readonly price: ReactNode
  /** Beside the price, such as how many are in the basket. */
  readonly children?: ReactNode
}

/** What a button of the till shows: at the till itself, and where its layout is made. */
export const TileFace = ({ children, name, price }: TileFaceProps) => (
  <>
    <span className="tile-name">{name}</span>
    <span className="tile-foot">
      <span className="tile-price">{price}</span>
      {children}
    </span>
  </>
)
