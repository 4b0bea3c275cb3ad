import { useFormats } from "../../kit/EventFormats.ts"
import { grouped } from "../../kit/IbanGroups.ts"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { blockColumns } from "./guestColumns.ts"
import { type Guest, payoutStateOf } from "./PayoutState.ts"
import { useTexts } from "./texts.ts"

/** What becomes of the guest's remaining money, and where it goes. */
export const GuestPayout = ({ guest }: { readonly guest: Guest }) => {
  const say = useTexts()
  const { money } = useFormats()
  const state = payoutStateOf(guest)
  const columns: ReadonlyArray<Column<Guest>> = [
    ...(guest.payout_export === false ? blockColumns(say) : []),
    { key: "holder", title: say.holder, of: ({ account_name }) => account_name },
    { key: "iban", title: say.iban, of: ({ iban }) => iban && grouped(iban) },
    { key: "email", title: say.email, of: ({ email }) => email },
    {
      key: "donation",
      title: say.donation,
      of: ({ donate_all, donation }) => donate_all ? say.everything : donation ? money(donation) : null
    },
    {
      key: "payout",
      title: say.payout,
      of: ({ payout }) => payout && `${money(payout.amount)} · ${say.payoutRun(String(payout.payout_run_id))}`
    }
  ]
  return (
    <section className="card stack-close">
      <h2>{say.payout}</h2>
      <p>
        <strong>{say.payoutStates[state]}.</strong> {say.payoutReasons[state]}
      </p>
      <Facts of={guest} columns={columns} />
    </section>
  )
}
