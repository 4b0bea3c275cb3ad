import { type LedgerModel, move } from "./LedgerModel.ts"
import type { StepOf } from "./ModelStep.ts"
import { done, type Outcome, refused } from "./Outcome.ts"

const nobody = refused("till.nobody_signed_in")

const tillsOf = ({ tills }: LedgerModel, person: number) => tills.filter((till) => till.person === person)

const tillWith = ({ tills }: LedgerModel, register: number) => tills.find((till) => till.register === register)

/** Who signs in brings their register, unless it lies in another till; the register of the user who was there leaves. */
export const signIn = (model: LedgerModel, { person, till }: StepOf<"signIn">): Outcome => {
  const here = model.tills[till]!
  const { register } = model.people[person]!
  here.register = null
  here.person = person
  if (register !== null && tillWith(model, register) === undefined) here.register = register
  return done()
}

export const signOut = (model: LedgerModel, { till }: StepOf<"signOut">): Outcome => {
  const here = model.tills[till]!
  here.person = null
  here.register = null
  return done()
}

/** The till that a register goes into when a person gets it, or why they can't get it. */
const tillFor = (model: LedgerModel, person: number) => {
  const [till, ...more] = tillsOf(model, person)
  if (more.length > 0) return refused("cash.signed_in_at_several_tills")
  return till !== undefined && till.register !== null ? refused("cash.till_has_register") : till
}

const isRefusal = (found: object | undefined): found is Outcome => found !== undefined && "said" in found

export const stockUp = (model: LedgerModel, { cents, person, register, till }: StepOf<"stockUp">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (tillWith(model, register) !== undefined) return refused("cash.register_in_till")
  if (model.people[person]!.register !== null) return refused("cash.cashier_has_register")
  if (model.people.some((one) => one.register === register)) return refused("cash.register_held")
  const into = tillFor(model, person)
  if (isRefusal(into)) return into
  model.people[person]!.register = register
  model.registers[register]!.cash += cents
  move(model, "cash_vault", `register ${register}`, cents)
  if (into !== undefined) into.register = register
  return done()
}

/** Cash goes from the person at the till to someone's register, or back. */
export const bring = (model: LedgerModel, { cents, person, till }: StepOf<"bring">): Outcome => {
  const acting = model.tills[till]!.person
  if (acting === null) return nobody
  const { register } = model.people[person]!
  if (register === null) return refused("cash.cashier_without_register")
  if (tillWith(model, register) === undefined) return refused("cash.register_in_no_till")
  const carrier = model.people[acting]!
  if (cents > 0 && cents > carrier.carried) return refused("order.carried_too_little")
  if (cents < 0 && -cents > model.registers[register]!.cash) return refused("order.register_too_little")
  carrier.carried -= cents
  model.registers[register]!.cash += cents
  move(model, `transport ${acting}`, `register ${register}`, cents)
  return done()
}

/** Cash goes from the vault to someone who carries it, or back. */
export const carry = (model: LedgerModel, { cents, person, till }: StepOf<"carry">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const carrier = model.people[person]!
  if (cents < 0 && -cents > carrier.carried) return refused("order.transport_too_little")
  carrier.carried += cents
  move(model, "cash_vault", `transport ${person}`, cents)
  return done()
}

export const handOn = (model: LedgerModel, { person, till, to }: StepOf<"handOn">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (person === to) return refused("cash.transfer_to_self")
  const [source, target] = [model.people[person]!, model.people[to]!]
  if (source.register === null) return refused("cash.transfer_source_without_register")
  if (target.register !== null) return refused("cash.transfer_target_has_register")
  const into = tillFor(model, to)
  if (isRefusal(into)) return into
  const left = tillWith(model, source.register)
  if (left !== undefined) left.register = null
  target.register = source.register
  source.register = null
  if (into !== undefined) into.register = target.register
  return done()
}

export const closeOut = (model: LedgerModel, { cents, person }: StepOf<"closeOut">): Outcome => {
  const { register } = model.people[person]!
  if (register === null) return refused("cash.close_out_without_register")
  if (tillsOf(model, person).length > 0) return refused("cash.close_out_while_signed_in")
  if (tillWith(model, register) !== undefined) return refused("cash.close_out_while_in_till")
  if (cents < 0) return refused("cash.counted_cash_negative")
  const imbalance = cents - model.registers[register]!.cash
  move(model, `register ${register}`, "cash_vault", cents)
  move(model, "cash_imbalance", `register ${register}`, imbalance)
  model.registers[register]!.cash = 0
  model.people[person]!.register = null
  return done({ imbalance })
}
