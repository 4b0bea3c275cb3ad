import { sees } from "@wristbank/core/eventfile/EventFile"

/** Objects that others refer to by name. */
export type Named = ReadonlyArray<{ readonly name: string; readonly at: string }>

/** Those of the objects that others at the node can use. */
export const visible = <A extends { readonly at: string }>(entries: ReadonlyArray<A>, node: string) =>
  entries.filter(({ at }) => sees(node, at))

/** The names of those of the objects that others at the node can use. */
export const namesAt = (entries: Named, node: string) => visible(entries, node).map(({ name }) => name)

/** Decides by a list of numbers, so that smaller numbers lead to a simpler event. */
export const drawBy = (numbers: ReadonlyArray<number>) => {
  let at = 0
  const next = () => numbers[at++ % numbers.length]!
  const isSo = () => next() % 2 === 0
  const one = <A>(all: ReadonlyArray<A>): A => all[next() % all.length]!
  const subset = <A>(all: ReadonlyArray<A>) => all.filter(isSo)
  /** Objects with some of the names, which are told apart by their nodes as names are unique on the way up to the event. */
  const some = <A extends object>(
    names: ReadonlyArray<string>,
    rest: (node: string, name: string) => A,
    nodes: ReadonlyArray<string> = ["", "Stage"]
  ) =>
    subset(names.flatMap((name) => nodes.map((node) => ({ name: `${name}${node}`, at: node }))))
      .map((named) => ({ ...named, ...rest(named.at, named.name) }))
  /** The place of a secret, or none. */
  const secret = (name: string) => one([null, `\${${name}}`])
  return { isSo, next, one, secret, some, subset }
}

export type Draw = ReturnType<typeof drawBy>
