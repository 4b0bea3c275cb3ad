/** Words of fields and parameters that mean the same wherever they occur, unless a comment at one of them says more. */
import { maxPageSize } from "@wristbank/core/sql/Page"

const everywhere: Readonly<Record<string, string>> = {
  id: "The id that the server gave it.",
  node_id: "The node that it belongs to.",
  name: "Its name.",
  description: "What it is, for the people who work with it.",
  version:
    "The state of the fields that its form replaces. Sent back in `If-Match`, it keeps an edit from undoing another user's."
}

const parameters: Readonly<Record<string, string>> = {
  "query.node_id": "The node at which the caller works; their privileges must count there.",
  "path.node_id": "The node that the call is about.",
  "query.limit": `The most entries in the answer, from 1 to ${maxPageSize}; without it ${maxPageSize}.`,
  "query.cursor":
    "Where to go on: taken from the `Link` header of the answer before. Without it the list starts at the beginning.",
  "query.count": "With `true` the header `X-Total-Count` says how many entries all pages have.",
  "query.sort": "The field to sort by; after a minus sign in descending order.",
  "query.from_time": "Only what happened at this moment or later.",
  "query.to_time": "Only what happened before this moment.",
  "query.min_amount": "The smallest amount, in major units (6.5 is 6.50).",
  "query.max_amount": "The largest amount, in major units (6.5 is 6.50).",
  "query.min_balance": "The smallest balance, in major units (6.5 is 6.50).",
  "query.max_balance": "The largest balance, in major units (6.5 is 6.50).",
  "header.if-match":
    "The `version` that the caller has read, in double quotes. If the object has changed since, the call is refused and changes nothing."
}

/** Ids in a path name an object: `till_id` the till. */
const idInPath = /^path\.(\w+)_id$/

/** The words of a field that has no comment: `where` is `path`, `query`, `header`, or empty for a field of an object. */
export const usualWords = (name: string, where: string): string | undefined => {
  if (where === "") return everywhere[name]
  const place = `${where}.${name}`
  const [, object] = idInPath.exec(place) ?? []
  return parameters[place] ?? (object === undefined ? undefined : `The id of the ${object.replaceAll("_", " ")}.`)
}
