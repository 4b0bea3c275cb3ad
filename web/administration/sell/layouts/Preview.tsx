import type { ReactNode } from "react"
import { ButtonTile } from "../buttons/ButtonTile.tsx"
import "./layouts.css"
import type { TileContent } from "./useTiles.ts"

/** A page of the till as wide as on a phone. */
export const Phone = ({ children }: { readonly children: ReactNode }) => <div className="phone">{children}</div>

/** What a till shows of a layout, to look at. */
export const Preview = ({ label, tiles }: { readonly label: string; readonly tiles: ReadonlyArray<TileContent> }) => (
  <Phone>
    <ul className="button-grid" aria-label={label}>
      {tiles.map(({ id, ...tile }) => <ButtonTile key={id} {...tile} />)}
    </ul>
  </Phone>
)
