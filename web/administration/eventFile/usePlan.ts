import { useState } from "react"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type OfficeBody } from "../calls.ts"
import type { Plan } from "./Changes.ts"
import { timed } from "./timed.ts"
import { longest } from "./Underway.tsx"

type FileInput = OfficeBody<"POST /tree/nodes/:node_id/plan-event-file">

/** A plan, the input that it is the plan of, and how long it took, in seconds. */
export interface ShownPlan {
  readonly plan: Plan
  readonly input: FileInput
  readonly seconds: number
}

/** The plan of a file, asked for at a node, and what was done once it is applied. */
export const usePlan = (node: number) => {
  const [shown, setShown] = useState<ShownPlan>()
  const [done, setDone] = useState<Plan>()
  const { busy, refusal, submit } = useSubmit(
    (input: FileInput) =>
      timed(
        call("POST /tree/nodes/:node_id/plan-event-file", { params: { node_id: node }, body: input }, {
          timeoutMilliseconds: longest
        }),
        (plan, seconds): ShownPlan => ({ plan, input, seconds })
      ),
    setShown
  )
  const forget = () => {
    setShown(undefined)
    setDone(undefined)
  }
  const finish = (applied: Plan) => {
    setShown(undefined)
    setDone(applied)
  }
  return { ask: submit, busy, done, finish, forget, refusal, shown }
}
