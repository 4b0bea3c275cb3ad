export const english = {
  find: "Find anything",
  findHint: "PIN, chip, name, e-mail, order number, till, product, user, page …",
  results: "Results",
  nothing: (text: string) => `Nothing found for “${text}”.`,
  kinds: {
    guest: "Guest",
    order: "Order",
    till: "Till",
    terminal: "Terminal",
    cash_register: "Cash register",
    product: "Product",
    ticket: "Ticket",
    user: "User",
    user_role: "Role",
    node: "Place",
    tse: "Signing device",
    payout_run: "Payout run",
    user_tag: "Wristband"
  }
}

export type FindTexts = typeof english
