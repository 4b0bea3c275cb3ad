import leven from "leven"

/** Entries by how similar their names are to what was typed, the most similar first. */
export const closest = <T>(typed: string, entries: ReadonlyArray<T>, nameOf: (entry: T) => string): ReadonlyArray<T> =>
  entries
    .map((entry) => ({ entry, name: nameOf(entry), distance: leven(typed.toLowerCase(), nameOf(entry).toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .map(({ entry }) => entry)

/** The most similar name; `undefined` when none is similar: at most half of its letters may differ. */
export const nearest = (typed: string, names: ReadonlyArray<string>): string | undefined => {
  const [best] = names
    .map((name) => ({ name, distance: leven(typed, name) }))
    .filter(({ distance, name }) => distance * 2 <= Math.max(typed.length, name.length))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return best?.name
}
