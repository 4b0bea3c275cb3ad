import type { OfficeAnswer } from "../calls.ts"

export type Step = OfficeAnswer<"GET /tree/events/:node_id/checklist">["steps"][number]

/** The screen where a step is done, and that of one of its objects. */
interface StepPlace {
  readonly screen: string
  readonly ofOne?: (id: number) => string
}

const listOf = (screen: string): StepPlace => ({ screen, ofOne: (id) => `${screen}/${id}` })
const topic = (name: string): StepPlace => ({ screen: `/setup/settings?topic=${name}` })

export const stepPlaces: Readonly<Record<Step["step"], StepPlace>> = {
  highest_balance: topic("general"),
  product: listOf("/sell/products"),
  button: listOf("/sell/buttons"),
  deposit_tax: listOf("/sell/products"),
  layout: listOf("/sell/layouts"),
  profile: listOf("/sell/profiles"),
  till: listOf("/sell/tills"),
  ticket_sale: listOf("/sell/profiles"),
  terminal: { screen: "/sell/terminals", ofOne: (id) => `/sell/tills/${id}` },
  tag_secret: { screen: "/guests/wristbands/keys" },
  wristbands: { screen: "/guests/wristbands" },
  role: { screen: "/people/roles" },
  cashier: listOf("/people/users"),
  tickets: { screen: "/sell/tickets" },
  top_up: listOf("/sell/profiles"),
  register: { screen: "/cash/registers" },
  stocking: { screen: "/cash/stockings" },
  float: { screen: "/cash/registers" },
  signing_device: { screen: "/fiscal/devices" },
  event_dates: topic("general"),
  tax_rates: { screen: "/sell/tax-rates" },
  receipt_issuer: { screen: "/setup/design" },
  card_payment: { screen: "/setup/card-provider" },
  online_top_up: topic("card"),
  payouts: topic("payouts"),
  mail: topic("mail"),
  portal: topic("portal"),
  portal_texts: topic("texts")
}

/** The steps without which no guest can pay or no event should begin, and those that an event does without. */
export const divided = (steps: ReadonlyArray<Step>) => ({
  open: steps.filter(({ state }) => state === "missing" || state === "warning"),
  optional: steps.filter(({ state }) => state === "optional"),
  done: steps.filter(({ state }) => state === "done")
})
