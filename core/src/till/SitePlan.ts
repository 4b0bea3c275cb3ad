/** A place on the earth, in degrees: positive is north and east. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Where three corners of a picture of the site are; they may be turned by any angle, as north need not be up. */
export interface Corners {
  readonly top_left: Coordinates
  readonly top_right: Coordinates
  readonly bottom_left: Coordinates
}

/** A point of the picture, as fractions of its width from the left and of its height from the top. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Degrees east and north of a place, over the antimeridian as well. */
const offset = (from: Coordinates, to: Coordinates) => ({
  east: ((to.longitude - from.longitude + 540) % 360) - 180,
  north: to.latitude - from.latitude
})

const sides = ({ bottom_left, top_left, top_right }: Corners) => {
  const [across, down] = [offset(top_left, top_right), offset(top_left, bottom_left)]
  // Positive if the picture shows the site from above, as south is below when west is left.
  return { across, down, turn: across.north * down.east - across.east * down.north }
}

/** The point of the picture at which a place lies; outside of 0 to 1 the place is not on the picture. */
export const pointOf = (corners: Corners, place: Coordinates): Point => {
  const { across, down, turn } = sides(corners)
  const { east, north } = offset(corners.top_left, place)
  return {
    x: (down.east * north - down.north * east) / turn,
    y: (across.north * east - across.east * north) / turn
  }
}

/** Metres of a degree of latitude, to a percent. */
const metresOfDegree = 111_000

const shortestSideMetres = 1
const longestSideMetres = 100_000

/** Sine of the smallest angle between the sides; a plan's is 90°, and a distorted one's is not far from it. */
const smallestSine = 0.2

/** Whether the corners can be those of a picture that shows a site from above. */
export const isSitePlan = (corners: Corners): boolean => {
  const { across, down } = sides(corners)
  const shrink = Math.cos((corners.top_left.latitude * Math.PI) / 180)
  const metres = [across, down].map(({ east, north }) => ({
    east: east * shrink * metresOfDegree,
    north: north * metresOfDegree
  }))
  const [right, bottom] = metres as [typeof metres[0], typeof metres[0]]
  const lengths = metres.map(({ east, north }) => Math.hypot(east, north))
  const sine = (right.north * bottom.east - right.east * bottom.north) / (lengths[0]! * lengths[1]!)
  return lengths.every((length) => length >= shortestSideMetres && length <= longestSideMetres) && sine >= smallestSine
}
