/**
 * The colours that categories and buttons of tills can have. They are names and no values, because each is shown so that it can be
 * read in light, in dark and in the sun (`web/kit/tileColours/tileColours.css`). Browsers load this list as well, so it imports nothing.
 */
export const tileColours = [
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
  "brown",
  "grey"
] as const
export type TileColour = typeof tileColours[number]
