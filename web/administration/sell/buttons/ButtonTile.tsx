import { tileAttributes, TileFace, type TileLook } from "../../../kit/Tile.tsx"
import { apiBase } from "../../calls.ts"

/** The picture of a button. */
export const ButtonPicture = ({ hash }: { readonly hash: string }) => (
  <span className="tile-picture">
    <img src={`${apiBase}/media/button/${hash}`} alt="" loading="lazy" />
  </span>
)

interface TileFaces {
  readonly name: string
  readonly look: TileLook
  readonly price: string
}

/** What a tile shows. */
export const ButtonFace = ({ look: { picture_hash, short_name }, name, price }: TileFaces) => (
  <TileFace
    name={name}
    shortName={short_name}
    picture={picture_hash !== null && <ButtonPicture hash={picture_hash} />}
    price={price}
  />
)

/** A tile of the till to look at. */
export const ButtonTile = (tile: TileFaces) => (
  <li className="tile" {...tileAttributes(tile.look)}>
    <div className="tile-press">
      <ButtonFace {...tile} />
    </div>
  </li>
)
