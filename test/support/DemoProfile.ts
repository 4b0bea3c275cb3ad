import type { Office } from "./DemoTill.ts"

interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

/** A profile of a till that does everything, with the buttons of the bar and all tickets. */
export const makeProfileOfEverything = async (office: Office): Promise<void> => {
  const [buttons, tickets] = await Promise.all([
    office<Listed<{ readonly id: number; readonly name: string }>>("GET", "/till-buttons?node_id=1"),
    office<Listed<{ readonly id: number }>>("GET", "/tickets?node_id=1")
  ])
  const bar = Object.values(buttons.entities).filter(({ name }) => ["Beer", "Water", "Deposit"].includes(name))
  const layout = await office<{ readonly id: number }>("POST", "/till-layouts?node_id=1", {
    name: "Everything",
    description: null,
    button_ids: bar.map(({ id }) => id),
    ticket_ids: Object.values(tickets.entities).map(({ id }) => id)
  })
  await office("POST", "/till-profiles?node_id=1", {
    name: "Everything",
    description: null,
    layout_id: layout.id,
    allow_top_up: true,
    allow_cash_out: true,
    allow_ticket_sale: true,
    allow_ticket_vouchers: true,
    enable_ssp_payment: true,
    enable_cash_payment: true,
    enable_card_payment: true
  })
}
