import * as Money from "@wristbank/core/base/Money"
import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { CloseOut, CountedDenomination } from "@wristbank/core/cash/CloseOut"
import { CloseOuts } from "@wristbank/core/cash/CloseOuts"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Users } from "@wristbank/core/organisation/Users"
import { Effect } from "effect"
import { financier, personNamed } from "./DemoPeople.ts"

/** Notes and coins as they are counted, in cents. */
const money = [50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50].map((value) => Money.Cents.make(BigInt(value)))

/** Missing in the drawer at the close-out, in cents. */
const missing = Money.Cents.make(5_00n)

/** Counts the drawer of the cash desk, which is short, unless that was done. */
export const closeOutGrete = Effect.fnUntraced(function*(caller: AtEvent) {
  const users = yield* (yield* Users).list(caller, null)
  const idOf = (person: typeof financier) => users.find(({ login }) => login === person.login)!.id
  const cashierId = idOf(personNamed("Grete"))
  if ((yield* (yield* Cashiers).shifts(caller, cashierId)).length > 0) return
  const registers = yield* (yield* CashRegisters).list(placeOf(caller))
  const held = registers.find(({ current_cashier_id }) => current_cashier_id === cashierId)
  if (held === undefined) return yield* Effect.die(new Error("The cash desk has no register"))
  const counted = Money.subtract(held.balance, missing)
  yield* (yield* CloseOuts).run(
    caller,
    cashierId,
    new CloseOut({
      comment: "Counted twice, one note is missing",
      actual_cash_drawer_balance: counted,
      closing_out_user_id: idOf(financier),
      request_id: "00000000-0000-4005-8000-000000000000",
      denominations: inMoney(counted)
    })
  )
})

const inMoney = (amount: Money.Cents) =>
  money.map((value, at) => {
    const left = money.slice(0, at).reduce((rest, larger) => rest % larger, amount as bigint)
    return new CountedDenomination({ value, count: Number(left / value) })
  })
