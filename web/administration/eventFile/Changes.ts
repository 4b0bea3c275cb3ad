import type { OfficeAnswer } from "../calls.ts"

export type Plan = OfficeAnswer<"POST /tree/nodes/:node_id/plan-event-file">
export type Step = Plan["steps"][number]

/** The kinds of changes, in the order in which they are counted. */
const actions = ["create", "change", "remove"] as const

/** How many objects a plan creates, changes and removes; what it does not do is left out. */
export const countsOf = (
  steps: ReadonlyArray<Pick<Step, "action">>
): ReadonlyArray<readonly [Step["action"], number]> =>
  actions.map((action) => [action, steps.filter((step) => step.action === action).length] as const)
    .filter(([, count]) => count > 0)

/** Things by the section of the file that they belong to, in the order in which the sections come first. */
export const bySection = <Thing extends { readonly section: string }>(
  things: ReadonlyArray<Thing>
): ReadonlyArray<readonly [section: string, things: ReadonlyArray<Thing>]> =>
  Array.from(Map.groupBy(things, ({ section }) => section))
