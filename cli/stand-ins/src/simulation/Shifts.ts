import { nullOr } from "@wristbank/core/base/OptionalField"
import { Effect, Schema } from "effect"
import { type SiteClient, SiteFault } from "./SiteClient.ts"
import type { Step } from "./Step.ts"
import { signIn, type Venue } from "./Venue.ts"

const Held = Schema.Struct({ cash_drawer_balance: nullOr(Schema.Finite) })

type Of<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>

/** The steps that people take beside booking, through the APIs: shifts of cashiers, and lost wristbands. */
export const shifts = (
  venue: Venue,
  { office, terminals }: { readonly office: SiteClient; readonly terminals: SiteClient }
) => {
  const leadTerminal = terminals.as(venue.officeToken)
  const at = (path: string) => `${path}?node_id=${venue.eventId}`

  /** Fills the till's register, gives it to the cashier and signs them in. */
  const start = Effect.fnUntraced(function*({ cashier, till }: Of<"shiftStart">) {
    const wristband = venue.wristbands.staff[cashier]!
    const { float } = venue.tills[till]!
    if (float !== null) {
      yield* leadTerminal.post("/stock-up-cash-register", {
        cashier_tag_uid: Number(wristband.uid),
        cash_register_id: venue.registers[till],
        register_stocking_id: venue.stockings.get(float)
      })
    }
    yield* signIn(terminals.as(venue.tokens[till]!), wristband, venue.cashierRole)
  })

  /** Signs the cashier out and counts their register. */
  const end = Effect.fnUntraced(function*({ cashier, difference, till }: Of<"shiftEnd">) {
    yield* terminals.as(venue.tokens[till]!).post("/user/logout")
    if (difference === null) return
    const path = `/cashiers/${venue.cashierIds[cashier]}`
    const { cash_drawer_balance } = yield* office.get(at(path), Held)
    if (cash_drawer_balance === null) return yield* new SiteFault({ message: `Cashier ${cashier + 1} has no register` })
    yield* office.post(at(`${path}/close-out`), {
      comment: difference === 0n ? "" : "Counted twice",
      actual_cash_drawer_balance: (Math.round(cash_drawer_balance * 100) + Number(difference)) / 100,
      closing_out_user_id: venue.leadId
    })
  })

  /** Gives a guest a wristband for the one with this PIN. */
  const replaceTag = ({ spare }: Of<"lostTag">, oldPin: string) => {
    const { pin, uid } = venue.wristbands.spare[spare]!
    return leadTerminal.post("/customer/switch_tag", {
      old_user_tag_pin: oldPin,
      new_user_tag_uid: Number(uid),
      new_user_tag_pin: pin,
      comment: "Lost at the festival"
    })
  }

  return { start, end, replaceTag }
}
