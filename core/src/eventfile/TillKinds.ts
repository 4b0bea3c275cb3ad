import { Effect, Layer, Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { CashRegisters } from "../cash/CashRegisters.ts"
import { NewCashRegisterStocking } from "../cash/Stocking.ts"
import { StockingRepository } from "../cash/StockingRepository.ts"
import { Stockings } from "../cash/Stockings.ts"
import { NewTse, UpdateTse } from "../fiscal/Tse.ts"
import { TseRepository } from "../fiscal/TseRepository.ts"
import { Tses } from "../fiscal/Tses.ts"
import { mayManage } from "../organisation/Place.ts"
import { NewCashRegister } from "../till/CashRegister.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { NewTerminal } from "../till/Terminal.ts"
import { TerminalRepository } from "../till/TerminalRepository.ts"
import { Terminals } from "../till/Terminals.ts"
import { NewTill } from "../till/Till.ts"
import { TillRepository } from "../till/TillRepository.ts"
import { Tills } from "../till/Tills.ts"
import { eventFileRules } from "./EventFileRules.ts"
import { type Kind, request, requestKind, rows, type Work } from "./Kind.ts"
import { sectionNamed } from "./Sections.ts"

/** The services that the kinds at tills need. */
export const tillKindServices = Layer.mergeAll(
  CashRegisterRepository.layer,
  CashRegisters.layer,
  StockingRepository.layer,
  Stockings.layer,
  TerminalRepository.layer,
  Terminals.layer,
  TillRepository.layer,
  Tills.layer,
  TseRepository.layer,
  Tses.layer
)

/** The kinds of objects at tills. */
export const tillKinds = Effect.gen(function*() {
  const registers = yield* CashRegisterRepository
  const stockings = yield* StockingRepository
  const terminals = yield* TerminalRepository
  const tills = yield* TillRepository
  const cash = yield* CashRegisters
  return [
    requestKind("cash_registers", {
      objectType: "till",
      input: NewCashRegister,
      list: (everywhere) => rows(registers.list(everywhere)),
      service: { ...cash, update: cash.rename }
    }),
    requestKind("cash_register_stockings", {
      objectType: "till",
      input: NewCashRegisterStocking,
      list: (everywhere) => rows(stockings.list(everywhere)),
      service: yield* Stockings
    }),
    requestKind("terminals", {
      objectType: "terminal",
      input: NewTerminal,
      list: (everywhere) => rows(terminals.list(everywhere)),
      service: yield* Terminals
    }),
    requestKind("tills", {
      objectType: "till",
      input: NewTill,
      list: (everywhere) => rows(tills.list(everywhere)),
      service: yield* Tills
    }),
    yield* deviceKind
  ]
})

/** The password of a device that a step writes; empty text keeps the stored one. */
const passwordIn = ({ secret }: Work) => {
  const password = secret("password")
  return password === undefined ? "" : Redacted.value(password)
}

/** Signing devices. Those that are disabled are part of the event's past. */
const deviceKind = Effect.gen(function*() {
  const devices = yield* TseRepository
  const tses = yield* Tses
  const kind: Kind = {
    section: sectionNamed("tses"),
    objectType: "tse",
    privileges: mayManage,
    list: (everywhere) =>
      rows(devices.list(everywhere), ({ name, status }) => ({
        secrets: { password: ["TSE_PASSWORD", name] },
        ...(status === "disabled" ? { inFiles: "if_described" } : {})
      })),
    create: Effect.fnUntraced(function*(work) {
      const input = yield* request(NewTse, { ...work.body, password: passwordIn(work) })
      return (yield* tses.create(work.caller, input)).id
    }),
    change: Effect.fnUntraced(function*(work) {
      const { body, caller, step: { fields }, stored } = work
      if (fields.includes("serial")) {
        return yield* InvalidArgument.of(eventFileRules.serial_fixed, { device: String(body["name"]) })
      }
      return yield* tses.update(caller, stored.id, yield* request(UpdateTse, { ...body, password: passwordIn(work) }))
    }),
    remove: ({ step: { before } }) =>
      Effect.fail(InvalidArgument.of(eventFileRules.device_stays, { device: String(before?.["name"]) }))
  }
  return kind
})
