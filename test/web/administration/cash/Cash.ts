import type { DemoSite } from "../../../support/DemoSite.ts"
import { officeOf } from "../../../support/DemoTill.ts"

interface Listed {
  readonly ids: ReadonlyArray<number>
}

/** Closes out Finn, whose register has 800.00, as ten short; returns the id of the shift. */
export const closedShift = async (site: DemoSite): Promise<number> => {
  const office = await officeOf(site)
  await office("POST", "/cashiers/7/close-out?node_id=1", {
    comment: "a note stuck to another",
    actual_cash_drawer_balance: 790,
    closing_out_user_id: 1
  })
  const { ids } = await office<Listed>("GET", "/cashiers/7/shifts?node_id=1")
  return ids[0]!
}
