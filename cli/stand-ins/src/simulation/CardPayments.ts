import { entrance } from "./Goods.ts"
import { isUnder16 } from "./Premises.ts"
import type { Step } from "./Step.ts"

/** What is paid by card at a step, in cents. */
export const paidByCard = (step: Step): bigint => {
  if (step.kind === "topUp" && step.paidBy === "card") return step.amount
  if (step.kind !== "entry" || step.presale || step.paidBy !== "card") return 0n
  return step.guests.reduce((sum, guest) => sum + (isUnder16(guest) ? entrance.under16 : entrance.adult).paid, 0n)
}
