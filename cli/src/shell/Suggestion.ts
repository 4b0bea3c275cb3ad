import leven from "leven"

/** The most similar name; `undefined` when none is similar: at most half of its letters may differ. */
export const nearest = (typed: string, names: ReadonlyArray<string>): string | undefined => {
  const [best] = names
    .map((name) => ({ name, distance: leven(typed, name) }))
    .filter(({ distance, name }) => distance * 2 <= Math.max(typed.length, name.length))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return best?.name
}
