import { Args, Flags } from "@oclif/core"

/** The part of a name that a list is limited to. */
export const filterArgument = {
  filter: Args.string({ description: "only those whose name has this in it, whatever the case" })
}

/** How long a list may be. */
export const limitFlag = {
  limit: Flags.integer({ description: "longest list", default: 100, min: 1, helpValue: "<number>" })
}

/** What a list shows: the first entries that fit, and how many more there are. */
export interface Selection<T> {
  readonly shown: ReadonlyArray<T>
  readonly more: number
}

/** The entries with the text of the filter in one of their names, in their order. */
export const selected = <T>(
  entries: ReadonlyArray<T>,
  namesOf: (entry: T) => ReadonlyArray<string>,
  { filter = "", limit }: { readonly filter?: string | undefined; readonly limit: number }
): Selection<T> => {
  const wanted = filter.normalize("NFC").toLowerCase()
  const fitting = entries.filter((entry) => namesOf(entry).some((name) => name.toLowerCase().includes(wanted)))
  return firstOf(fitting, limit)
}

/** The first entries of a list that is not filtered. */
export const firstOf = <T>(entries: ReadonlyArray<T>, limit: number): Selection<T> => ({
  shown: entries.slice(0, limit),
  more: Math.max(0, entries.length - limit)
})
