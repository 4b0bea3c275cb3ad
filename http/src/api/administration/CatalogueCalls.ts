import { Id } from "@wristbank/core/base/Id"
import { Schema } from "effect"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"

const at = { node_id: Id }

/** What the calls for the items of one kind take and answer: to list, create, show, replace and delete them. */
export const catalogueCalls = <
  const IdName extends string,
  Item extends Schema.Top,
  Input extends Schema.Top
>({ id, input, item }: { readonly id: IdName; readonly item: Item; readonly input: Input }) => {
  const params = { [id]: Id } as { readonly [K in IdName]: typeof Id }
  return {
    list: { query: at, success: normalisedList(item) },
    create: { query: at, payload: input, success: item },
    get: { params, query: at, success: item },
    update: { params, query: at, headers: ifMatch, payload: input, success: item },
    remove: { params, query: at, success: Schema.Null }
  }
}
