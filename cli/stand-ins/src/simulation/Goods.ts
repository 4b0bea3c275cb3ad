import { alone, deposit, inGlasses, tickets } from "../festival/DemoGoods.ts"

const cents = (euro: number) => BigInt(Math.round(euro * 100))

/** What someone can buy by pressing a button once. */
export interface Article {
  readonly button: string
  /** In cents, with the deposit. */
  readonly price: bigint
  /** Glasses that come with it. */
  readonly cups: number
  readonly adultsOnly: boolean
}

const priceNamed = (all: ReadonlyArray<{ readonly name: string; readonly price: number | null }>, name: string) =>
  cents(all.find((one) => one.name === name)?.price ?? 0)

/** The deposit on one glass, in cents. */
export const depositPrice = priceNamed(alone, deposit)

const drink = (name: string): Article => {
  const adultsOnly = inGlasses.some((one) => one.name === name && (one.restrictions ?? []).length > 0)
  return { button: name, price: priceNamed(inGlasses, name) + depositPrice, cups: 1, adultsOnly }
}

const meal = (name: string): Article => ({ button: name, price: priceNamed(alone, name), cups: 0, adultsOnly: false })

/** What bars sell; the popular ones appear more than once. */
export const drinks = ["Beer", "Beer", "Beer", "Radler", "Wine", "Gin and tonic", "Cola", "Water", "Water"].map(drink)

/** What the kitchens sell. */
export const meals = ["Veggie burger", "Veggie burger", "Chips", "Chips", "Ice cream", "Coffee"].map(meal)

const ticketNamed = (name: string) => {
  const { initial_top_up_amount, price } = tickets.find((one) => one.name === name) ??
    { initial_top_up_amount: 0, price: 0 }
  const included = cents(initial_top_up_amount)
  return {
    /** Paid at the entrance, in cents. */
    paid: cents(price) + included,
    /** Onto the wristband, in cents. */
    included
  }
}

/** Prices of the tickets that are sold at the entrance. */
export const entrance = { adult: ticketNamed("Adult"), under16: ticketNamed("Under 16") }
