import type { Effect } from "effect"
import type { Answer, Body } from "../../support/FestivalServer.ts"
import type { Step, StepOf } from "../../support/model/ModelStep.ts"
import { done, type Outcome, refused } from "../../support/model/Outcome.ts"
import type { SystemRun } from "./SystemServer.ts"

/** A step at the server that takes nothing but its details. */
export type Act<K extends Step["kind"]> = (run: SystemRun, step: StepOf<K>) => Effect.Effect<Outcome>

export const cents = (amount: unknown) => Math.round(Number(amount) * 100)

/** The outcome of a call: its fields if it was done, else the name of its refusal. */
export const outcomeOf = (
  { body, status, text }: Answer,
  fields: (body: Body) => Readonly<Record<string, unknown>> = () => ({})
): Outcome =>
  status === 200 || status === 204
    ? done(body === null ? {} : fields(body))
    : status < 500
    ? refused(String(body.rule ?? body.id))
    : refused(`${status} ${text}`)

export const accountFields = ({ balance, vouchers }: Body) => ({ money: cents(balance), vouchers })
