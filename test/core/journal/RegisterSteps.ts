import { Cents, format } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { closeOut } from "@wristbank/core/cash/CloseOut"
import { fillRegister, registerMoves, shiftOrder } from "@wristbank/core/till/CashTransfer"
import { registerEnters, registerLeaves, type RegisterState } from "@wristbank/core/till/TillChange"
import { Result } from "effect"
import { event } from "../sale/OrderWorld.ts"
import type { Festival } from "./Festival.ts"
import { loadRegister, nextUuid, type Step, step } from "./FestivalSteps.ts"
import { applyDraft, applyTransfer } from "./MemoryLedger.ts"

const virtualTill = 99

const cashierId = 7n

const loadHeld = (real: Festival, register: number): RegisterState => ({ ...loadRegister(real, register), cashierId })

/** Hands a register out unless it is in a till. */
export const stock = (register: number, cents: number): Step =>
  step(`stock ${register}: ${format(BigInt(cents))}`, (model, real) => {
    const held = model.registers[register]!
    if (held.till !== null) return { said: "in a till", expected: "in a till" }
    const drawer = loadRegister(real, register)
    const filled = { register: drawer, amount: Cents.make(BigInt(cents)), description: "float", event }
    const transfer = Result.getOrThrow(fillRegister(filled))
    const outcomes = [
      applyDraft(real.ledger, shiftOrder("start", nextUuid(real), drawer.id), BigInt(virtualTill)),
      transfer === null ? "booked" : applyTransfer(real.ledger, transfer)
    ]
    held.cash += cents
    model.totals.stocked += cents
    model.orders.push({ till: virtualTill, cash: 0, cancelled: false })
    return { said: outcomes.join(" "), expected: "booked booked" }
  })

/** Takes the register of a till out of it, or inserts a register that is in no till. */
export const moveRegister = (register: number, till: number): Step =>
  step(`register ${register} at ${till}`, (model, real) => {
    const inside = real.tillOf.indexOf(till)
    const moved = inside < 0 ? register : inside
    if (inside < 0 && real.tillOf[register] !== null) return { said: "elsewhere", expected: "elsewhere" }
    const at = { id: BigInt(till), zNr: 1 }
    const drawer = loadHeld(real, moved)
    const steps = inside < 0
      ? registerEnters(at, drawer, cashierId)
      : registerLeaves({ ...at, register: drawer }, cashierId, null)
    real.tillOf[moved] = inside < 0 ? till : null
    const said = steps.flatMap((change) =>
      change.kind === "cash_moved"
        ? [applyDraft(real.ledger, registerMoves({ uuid: nextUuid(real), ...change, event }), change.tillId)]
        : []
    )
    const held = model.registers[moved]!
    const cash = held.till === null ? held.cash : -held.cash
    const expected = held.till !== null && held.cash === 0 ? "" : "booked"
    held.till = held.till === null ? till : null
    if (expected === "booked") model.orders.push({ till, cash, cancelled: false })
    return { said: said.join(" "), expected }
  })

/** Counts the cash of a register with a difference of `off` cents; a register in a till can't be counted. */
export const count = (register: number, off: number): Step =>
  step(`count ${register}: ${format(BigInt(off))}`, (model, real) => {
    const held = model.registers[register]!
    const actual = held.cash + off
    const state = {
      cashierId,
      register: {
        ...loadHeld(real, register),
        till: held.till === null ? null : { id: BigInt(held.till), zNr: 1, userId: cashierId }
      },
      terminalIds: [],
      firstOrderId: 1n,
      mayCount: true
    }
    const decision = closeOut(state, Cents.make(BigInt(actual)), { newUuid: () => nextUuid(real), event })
    const refused = held.till !== null
      ? "cash.close_out_while_in_till"
      : actual < 0
      ? "cash.counted_cash_negative"
      : undefined
    if (Result.isFailure(decision)) return { said: refusalName(decision.failure), expected: refused ?? "booked" }
    const { brought, counted, imbalance, shiftEnd } = decision.success.orders
    const said = [brought, counted, imbalance, shiftEnd].map((order) =>
      applyDraft(real.ledger, order, BigInt(virtualTill))
    )
    for (const cash of [held.cash, -actual, off, 0]) {
      model.orders.push({ till: virtualTill, cash, cancelled: false })
    }
    held.cash = 0
    model.totals.counted += actual
    model.totals.imbalance += off
    return { said: said.join(" "), expected: refused ?? "booked booked booked booked" }
  })
