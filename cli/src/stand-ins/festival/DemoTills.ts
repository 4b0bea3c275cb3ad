import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { Terminals } from "@wristbank/core/cash/Terminals"
import { Tills } from "@wristbank/core/cash/Tills"
import { NewTillProfile } from "@wristbank/core/catalogue/TillProfile"
import { TillProfiles } from "@wristbank/core/catalogue/TillProfiles"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { NewCashRegister } from "@wristbank/core/till/CashRegister"
import { NewTerminal } from "@wristbank/core/till/Terminal"
import { NewTill } from "@wristbank/core/till/Till"
import { Effect, Schema } from "effect"
import type { DemoLayouts } from "./DemoCatalogue.ts"

const stocking = Schema.decodeUnknownSync(Schema.toCodecJson(NewCashRegisterStocking))

type Profile = {
  readonly name: string
  readonly layout: keyof DemoLayouts
  readonly may: ReadonlyArray<"top up" | "pay out" | "sell tickets" | "redeem vouchers" | "take tags">
  readonly tills: ReadonlyArray<string>
}

/** The till of the first bookings. */
export const topUpTill = "Top-up"

const profiles: ReadonlyArray<Profile> = [
  { name: "Bar", layout: "bar", may: ["take tags", "top up"], tills: ["Bar 1", "Bar 2"] },
  { name: "Food", layout: "food", may: ["take tags"], tills: ["Food"] },
  { name: "Entry", layout: "entry", may: ["sell tickets", "redeem vouchers", "top up"], tills: ["Entry"] },
  { name: "Top-up", layout: "cash", may: ["top up"], tills: [topUpTill] },
  { name: "Cash desk", layout: "cash", may: ["top up", "pay out"], tills: ["Cash desk"] }
]

/** One for each cashier who takes cash, and one in the office. */
const registers = ["Register 1", "Register 2", "Register 3", "Register 4", "Register 5", "Register 6", "Register 7"]

export const stockings = [
  stocking({ name: "Bar float", euro20: 2, euro10: 3, euro5: 4, euro2: 1, euro1: 2, cent50: 1 }),
  stocking({ name: "Cash desk float", euro50: 4, euro20: 10, euro10: 20, euro5: 10, euro2: 2, euro1: 2 })
]

/** Makes profiles, registers and the stockings of their floats. */
export const makeProfiles = Effect.fnUntraced(function*(caller: AtEvent, layouts: DemoLayouts) {
  const tillProfiles = yield* TillProfiles
  for (const { layout, may, name } of profiles) {
    yield* tillProfiles.create(
      caller,
      new NewTillProfile({
        name,
        description: null,
        layout_id: layouts[layout],
        allow_top_up: may.includes("top up"),
        allow_cash_out: may.includes("pay out"),
        allow_ticket_sale: may.includes("sell tickets"),
        allow_ticket_vouchers: may.includes("redeem vouchers"),
        enable_ssp_payment: may.includes("take tags"),
        enable_cash_payment: true,
        enable_card_payment: true
      })
    )
  }
  const cashRegisters = yield* CashRegisters
  yield* Effect.forEach(registers, (name) => cashRegisters.create(caller, new NewCashRegister({ name })))
  const floats = yield* Stockings
  yield* Effect.forEach(stockings, (float) => floats.create(caller, float))
})

/** Makes the missing tills, each with a terminal of the same name. */
export const makeTills = Effect.fnUntraced(function*(caller: AtEvent) {
  const place = placeOf(caller)
  const tills = yield* Tills
  const terminals = yield* Terminals
  const made = new Set((yield* tills.list(place)).map(({ name }) => name))
  const devices = new Map((yield* terminals.list(place)).map(({ id, name }) => [name, id]))
  for (const { id: active_profile_id, name: profile } of yield* (yield* TillProfiles).list(caller)) {
    for (const name of profiles.find((one) => one.name === profile)?.tills ?? []) {
      if (made.has(name)) continue
      const terminal_id = devices.get(name) ??
        (yield* terminals.create(caller, new NewTerminal({ name, description: null }))).id
      const till = { name, description: null, active_shift: null, active_profile_id, terminal_id }
      yield* tills.create(caller, new NewTill(till))
    }
  }
})
