import { takesSales } from "@wristbank/core/base/RevenueAccount"
import { kindOf } from "../accounts/AccountNames.ts"
import { useTexts as useAccountTexts } from "../accounts/texts.ts"
import { useList } from "../answers.ts"
import { type Field, optional, reference } from "../form/Field.ts"
import { may, useNodeId, useTree, wayTo } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** The account of a product's revenue: one of those that take sales. The stored one is named even if it takes none. */
export const useTargetAccount = (stored: number | null): Field<number | null> => {
  const say = useTexts()
  const { types } = useAccountTexts()
  const node_id = useNodeId()
  const tree = useTree().data
  // Who administers a part of the event alone may not see its accounts.
  const event = tree && wayTo(tree, node_id).find((node) => node.event !== null)
  const when = event !== undefined && may("GET /system-accounts", event)
  const { data: accounts = [] } = useList("GET /system-accounts", { query: { node_id } }, { when })
  const offered = accounts
    .map((account) => ({ id: account.id, kind: kindOf(account) }))
    .filter(({ id, kind }) => id === stored || (kind !== "sale_exit" && takesSales(kind)))
    .map(({ id, kind }) => ({
      id,
      name: types[kind].name,
      ...(takesSales(kind) ? {} : { unavailable: say.takesNoSales })
    }))
  const isUnknown = stored !== null && !offered.some(({ id }) => id === stored)
  return optional(reference(
    { label: say.target, hint: say.targetHint, none: types.sale_exit.name },
    isUnknown ? [...offered, { id: stored, name: String(stored) }] : offered
  ))
}
