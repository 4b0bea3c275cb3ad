import { Cents } from "@wristbank/core/base/Money"
import { NewPayOut } from "@wristbank/core/sale/PayOut"
import { Button, NewSale } from "@wristbank/core/sale/Sale"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { UserTagScan } from "@wristbank/core/sale/TicketScan"
import { NewTopUp } from "@wristbank/core/sale/TopUp"
import { DateTime } from "effect"
import { deposit } from "../festival/DemoGoods.ts"
import { ticketCode } from "./Premises.ts"
import type { PaidBy, Press, Step } from "./Step.ts"
import type { Venue } from "./Venue.ts"
import type { Wristband } from "./Wristbands.ts"

type Of<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>

/** The uuid of a step's order. Later steps have greater ones, as orders that are stored together are stored by their uuids. */
export const uuidOf = ({ n }: Pick<Step, "n">): string =>
  `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`

/** The uuids of orders that the system makes by itself, one after the other. */
export const ownUuids = (): () => string => {
  let made = 0
  return () => `${(made++).toString(16).padStart(8, "0")}-0000-4000-9000-000000000000`
}

const methodOf = (paidBy: PaidBy) => paidBy === "card" ? "sumup" as const : "cash" as const

/**
 * What terminals send for the steps, with the wristbands that guests wear at the time. `begin` is midnight of the first day in
 * milliseconds since 1970, where time is that of the steps; otherwise sales have the prices of the time at which they are sent.
 */
export const tillRequests = ({ buttons, wristbands }: Pick<Venue, "buttons" | "wristbands">, begin?: number) => {
  const worn: Array<Wristband> = [...wristbands.guests]
  const wornBy = (guest: number) => worn[guest]!

  const sale = (
    step: Of<"cupReturn" | "sale">,
    presses: ReadonlyArray<Press>,
    shown: Partial<Pick<NewSale, "priced_at" | "shown_total">> = {}
  ) =>
    new NewSale({
      uuid: uuidOf(step),
      payment_method: "tag",
      customer_tag_uid: wornBy(step.guest).uid,
      used_vouchers: null,
      buttons: presses.map(({ button, quantity }) =>
        new Button({ till_button_id: BigInt(buttons.get(button)!), quantity, price: null })
      ),
      ...shown
    })

  return {
    wornBy,
    /** From now on the guest wears the spare wristband. */
    replace: ({ guest, spare }: Of<"lostTag">): void => {
      worn[guest] = wristbands.spare[spare]!
    },
    sale: (step: Of<"sale">) =>
      sale(step, step.presses, {
        ...begin === undefined ? {} : { priced_at: DateTime.makeUnsafe(begin + step.pressedAt) },
        shown_total: Cents.make(step.price)
      }),
    cupReturn: (step: Of<"cupReturn">) => sale(step, [{ button: deposit, quantity: -step.cups }]),
    topUp: (step: Of<"topUp">) =>
      new NewTopUp({
        uuid: uuidOf(step),
        payment_method: methodOf(step.paidBy),
        amount: Cents.make(step.amount),
        customer_tag_uid: wornBy(step.guest).uid
      }),
    payOut: (step: Of<"payOut">) =>
      new NewPayOut({ uuid: uuidOf(step), customer_tag_uid: wornBy(step.guest).uid, amount: Cents.make(-step.amount) }),
    entry: (step: Of<"entry">) =>
      new NewTicketSale({
        uuid: uuidOf(step),
        payment_method: methodOf(step.paidBy),
        customer_tags: step.guests.map((guest) =>
          new UserTagScan({
            tag_uid: wornBy(guest).uid,
            tag_pin: wornBy(guest).pin,
            top_up_amount: Cents.make(0n),
            voucher_token: step.presale ? ticketCode(guest) : null
          })
        )
      })
  }
}

export type TillRequests = ReturnType<typeof tillRequests>
