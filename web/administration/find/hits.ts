import { folded } from "../../kit/Folded.ts"
import type { Language } from "../../kit/Language.ts"
import type { OfficeAnswer } from "../calls.ts"
import { isOpen, type Task } from "../Screen.ts"
import type { TreeNode } from "../tree.ts"
import { otherWords } from "./otherWords.ts"

/** An object that the server found. */
export type SearchHit = OfficeAnswer<"GET /find">[number]

/** Something to go to: an object or a screen. */
export interface Goal {
  readonly key: string
  readonly title: string
  readonly detail: string
  /** The kind of thing, in the reader's words. */
  readonly kind: string
  readonly node: number
  /** The address below the node. */
  readonly place: string
}

/** The screen of an object by its kind. */
export const placeOf: { readonly [Kind in SearchHit["kind"]]: (id: number) => string } = {
  guest: (id) => `/guests/people/${id}`,
  order: (id) => `/guests/orders/${id}`,
  user_tag: (id) => `/guests/wristbands/${id}`,
  till: (id) => `/sell/tills/${id}`,
  terminal: (id) => `/sell/terminals/${id}`,
  product: (id) => `/sell/products/${id}`,
  ticket: (id) => `/sell/tickets/${id}`,
  cash_register: (id) => `/cash/registers/${id}`,
  payout_run: (id) => `/payouts/runs/${id}`,
  tse: (id) => `/fiscal/devices/${id}`,
  user: (id) => `/people/users/${id}`,
  user_role: (id) => `/people/roles/${id}/edit`,
  node: () => "/"
}

/** The objects that the server found, as goals. */
export const goalsOf = (
  found: ReadonlyArray<SearchHit>,
  kinds: Readonly<Record<SearchHit["kind"], string>>
): ReadonlyArray<Goal> =>
  found.map(({ detail, id, kind, node_id, title }) => ({
    key: `${kind} ${id}`,
    title,
    detail: withoutStart(detail ?? "", title),
    kind: kinds[kind],
    node: kind === "node" ? id : node_id,
    place: placeOf[kind](id)
  }))

/** Details without the title that they begin with: a wristband without a name has its PIN as both. */
const withoutStart = (detail: string, title: string): string =>
  detail.startsWith(`${title} · `) ? detail.slice(title.length + 3) : detail

/** The screens whose title or purpose contains every word, or what else people call the thing. */
export const screensFor = (
  words: string,
  tasks: ReadonlyArray<Task>,
  node: TreeNode,
  language: Language
): ReadonlyArray<Goal> => {
  const wanted = folded(words).split(/\s+/).filter((word) => word !== "")
  if (wanted.length === 0) return []
  return tasks.flatMap(({ name, screens, title }) =>
    screens.flatMap((screen): ReadonlyArray<Goal> => {
      const place = `/${name}/${screen.path}`
      const text = folded(
        [title[language], screen.title[language], screen.purpose[language], otherWords[place] ?? ""].join(" ")
      )
      const isWanted = !screen.path.includes(":") && isOpen(screen, node) && wanted.every((word) => text.includes(word))
      return isWanted
        ? [{
          key: place,
          title: screen.title[language],
          detail: screen.purpose[language],
          kind: title[language],
          node: node.id,
          place
        }]
        : []
    })
  )
}

/** The chosen entry after a key; the list is a circle. */
export const moved = (chosen: number, key: string, count: number): number => {
  if (count === 0) return 0
  if (key === "ArrowDown") return (chosen + 1) % count
  if (key === "ArrowUp") return (chosen + count - 1) % count
  return chosen
}
