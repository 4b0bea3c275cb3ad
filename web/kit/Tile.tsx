import type { TileColour } from "@wristbank/core/event/TileColour"
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import "./tile.css"
import "./tileColours/tileColours.css"

/** How a button of the till looks, as the API has it. */
export interface TileLook {
  readonly short_name: string | null
  readonly colour: TileColour | null
  readonly picture_hash: string | null
}

/** The look of what has only a name, such as a ticket. */
export const plainLook: TileLook = { short_name: null, colour: null, picture_hash: null }

interface TileFaceProps {
  readonly name: string
  /** In place of the name, where that does not fit. */
  readonly shortName: string | null
  /** Above the name. */
  readonly picture: ReactNode
  readonly price: ReactNode
  /** Beside the price, such as how many are in the basket. */
  readonly children?: ReactNode
}

/** The attributes of a tile that its look decides. One with a picture has the room for it, whether it is there yet or not. */
export const tileAttributes = ({ colour, picture_hash }: Partial<TileLook>) => ({
  "data-tile-colour": colour ?? undefined,
  "data-picture": typeof picture_hash === "string" ? "" : undefined
})

/** What a button of the till shows: at the till itself, and where its layout is made. */
export const TileFace = ({ children, name, picture, price, shortName }: TileFaceProps) => (
  <>
    {picture}
    <span className="tile-name">
      {shortName === null ? name : <FittingName key={name} name={name} shortName={shortName} />}
    </span>
    <span className="tile-foot">
      <span className="tile-price">{price}</span>
      {children}
    </span>
  </>
)

/** The name where it fits into two lines, and elsewhere the short one. */
const FittingName = ({ name, shortName }: { readonly name: string; readonly shortName: string }) => {
  const measured = useRef<HTMLSpanElement>(null)
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const element = measured.current!
    const measure = () => setFits(element.scrollHeight <= element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      {fits ? name : shortName}
      <span ref={measured} className="tile-measure" aria-hidden>{name}</span>
    </>
  )
}
