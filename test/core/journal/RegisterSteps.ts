import { Cents, format } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { closeOut } from "@wristbank/core/cash/CloseOut"
import { fillRegister, registerMoves, shiftOrder } from "@wristbank/core/till/CashTransfer"
import { registerEnters, registerLeaves, type RegisterState } from "@wristbank/core/till/TillChange"
import { Result } from "effect"
import { move } from "../../support/model/LedgerModel.ts"
import { registerAccount } from "../../support/model/ModelOrders.ts"
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
    if (model.tills.some((till) => till.register === register)) return { said: "in a till", expected: "in a till" }
    const drawer = loadRegister(real, register)
    const filled = { register: drawer, amount: Cents.make(BigInt(cents)), description: "float", event }
    const transfer = Result.getOrThrow(fillRegister(filled))
    const outcomes = [
      applyDraft(real.ledger, shiftOrder("start", nextUuid(real), drawer.id), BigInt(virtualTill)),
      transfer === null ? "booked" : applyTransfer(real.ledger, transfer)
    ]
    model.registers[register]!.cash += cents
    move(model, "cash_vault", registerAccount(register), cents)
    return { said: outcomes.join(" "), expected: "booked booked" }
  })

/** Takes the register of a till out of it, or inserts a register that is in no till. */
export const moveRegister = (register: number, till: number): Step =>
  step(`register ${register} at ${till}`, (model, real) => {
    const inside = model.tills[till]!.register
    if (inside === null && model.tills.some((other) => other.register === register)) {
      return { said: "elsewhere", expected: "elsewhere" }
    }
    const moved = inside ?? register
    const at = { id: BigInt(till), zNr: 1 }
    const drawer = loadHeld(real, moved)
    const steps = inside === null
      ? registerEnters(at, drawer, cashierId)
      : registerLeaves({ ...at, register: drawer }, cashierId, null)
    real.tillOf[moved] = inside === null ? till : null
    const said = steps.flatMap((change) =>
      change.kind === "cash_moved"
        ? [applyDraft(real.ledger, registerMoves({ uuid: nextUuid(real), ...change, event }), change.tillId)]
        : []
    )
    model.tills[till]!.register = inside === null ? register : null
    const expected = inside !== null && model.registers[moved]!.cash === 0 ? "" : "booked"
    return { said: said.join(" "), expected }
  })

/** Counts the cash of a register with a difference of `off` cents; a register in a till can't be counted. */
export const count = (register: number, off: number): Step =>
  step(`count ${register}: ${format(BigInt(off))}`, (model, real) => {
    const held = model.registers[register]!
    const till = model.tills.findIndex((one) => one.register === register)
    const actual = held.cash + off
    const state = {
      cashierId,
      register: {
        ...loadHeld(real, register),
        till: till < 0 ? null : { id: BigInt(till), zNr: 1, userId: cashierId }
      },
      terminalIds: [],
      firstOrderId: 1n,
      mayCount: true
    }
    const decision = closeOut(state, Cents.make(BigInt(actual)), { newUuid: () => nextUuid(real), event })
    const refused = till >= 0
      ? "cash.close_out_while_in_till"
      : actual < 0
      ? "cash.counted_cash_negative"
      : undefined
    if (Result.isFailure(decision)) return { said: refusalName(decision.failure), expected: refused ?? "booked" }
    const { brought, counted, imbalance, shiftEnd } = decision.success.orders
    const said = [brought, counted, imbalance, shiftEnd].map((order) =>
      applyDraft(real.ledger, order, BigInt(virtualTill))
    )
    held.cash = 0
    move(model, registerAccount(register), "cash_vault", actual)
    move(model, "cash_imbalance", registerAccount(register), off)
    return { said: said.join(" "), expected: refused ?? "booked booked booked booked" }
  })
