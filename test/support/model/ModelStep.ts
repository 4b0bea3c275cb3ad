import fc from "fast-check"
import type { Good, Pieces, Press } from "./LedgerModel.ts"

/** How many there are of each in a model. */
export const sizes = { guests: 3, people: 4, tills: 3, registers: 4, bands: 6 }

/** Goods that are sold at these prices, too. A product that is sold keeps its price, so each is another product. */
export const repriced = ["beer", "food", "large"] as const
export const prices = [1, 333, 720] as const

/** Counted on from the first when there are fewer. */
const guest = fc.nat({ max: sizes.guests + sizes.bands - 1 })
/** Counted from the newest. */
const run = fc.nat({ max: 2 })
const person = fc.nat({ max: sizes.people - 1 })
const till = fc.nat({ max: sizes.tills - 1 })
const register = fc.nat({ max: sizes.registers - 1 })
/** The buttons of the tills; the model knows more. */
export const shownButtons = ["beer", "beerOnly", "crate", "deposit", "food", "large", "meal"] as const
export type ShownButton = (typeof shownButtons)[number]

const press: fc.Arbitrary<Press> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...shownButtons), fc.integer({ min: 1, max: 4 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("deposit" as const), fc.integer({ min: -6, max: -1 })) }
)

const goods: ReadonlyArray<Good> = ["beer", "crate", "food", "large", "meal"]
const somePieces: fc.Arbitrary<Pieces> = fc.oneof(
  fc.tuple(fc.constantFrom(...goods), fc.integer({ min: 1, max: 4 })),
  fc.tuple(fc.constant("deposit" as const), fc.integer({ min: -3, max: -1 }))
)
/** The most vouchers to use. */
const vouchers = fc.option(fc.integer({ min: -1, max: 6 }), { freq: 3 })
const method = fc.constantFrom("cash" as const, "sumup" as const)

const kinds = {
  sale: fc.record({
    till,
    guest,
    presses: fc.array(press, { minLength: 1, maxLength: 3 }),
    vouchers
  }),
  cashSale: fc.record({ till, presses: fc.array(press, { minLength: 1, maxLength: 3 }) }),
  topUp: fc.record({
    till,
    guest,
    method,
    cents: fc.integer({ min: 50, max: 6000 })
  }),
  payOut: fc.record({ till, guest, cents: fc.option(fc.integer({ min: -100, max: 4000 })) }),
  /** Counted from the newest sale. */
  cancel: fc.record({ till, sale: fc.nat({ max: 3 }) }),
  officeCancel: fc.record({ sale: fc.nat({ max: 3 }) }),
  edit: fc.record({
    sale: fc.nat({ max: 3 }),
    pieces: fc.array(somePieces, { minLength: 1, maxLength: 3 }),
    vouchers
  }),
  /** The newest booking, sent again. */
  repeat: fc.record({}),
  grant: fc.record({ till, guest, vouchers: fc.integer({ min: 0, max: 5 }) }),
  freeTicket: fc.record({ till, vouchers: fc.integer({ min: 0, max: 3 }) }),
  ticketSale: fc.record({ till, method, cents: fc.nat({ max: 15_000 }) }),
  signIn: fc.record({ till, person }),
  signOut: fc.record({ till }),
  newBand: fc.record({ till, guest }),
  blockBand: fc.record({ guest }),
  look: fc.record({ till, guest }),
  stockUp: fc.record({ till, person, register, cents: fc.constantFrom(0, 5000) }),
  bring: fc.record({ till, person, cents: fc.integer({ min: -3000, max: 3000 }) }),
  carry: fc.record({ till, person, cents: fc.integer({ min: -3000, max: 6000 }) }),
  handOn: fc.record({ till, person, to: person }),
  closeOut: fc.record({ person, cents: fc.integer({ min: -10, max: 9000 }) }),
  price: fc.record({ good: fc.constantFrom(...repriced), cents: fc.constantFrom(...prices) }),
  layout: fc.record({ beerOnlyShown: fc.boolean() }),
  correctMoney: fc.record({ guest, cents: fc.integer({ min: -100, max: 16_000 }) }),
  correctVouchers: fc.record({ guest, vouchers: fc.integer({ min: -1, max: 6 }) }),
  bank: fc.record({ guest, donation: fc.nat({ max: 2000 }) }),
  account: fc.record({ guest }),
  newRun: fc.record({ cents: fc.constantFrom(0, 5000, 1_000_000), count: fc.nat({ max: 4 }) }),
  bankFile: fc.record({ run }),
  runDone: fc.record({ run }),
  revoke: fc.record({ run, force: fc.boolean() }),
  giveBack: fc.record({ run, payout: fc.nat({ max: 1 }) })
}

type Kinds = typeof kinds
type Details<K extends keyof Kinds> = Kinds[K] extends fc.Arbitrary<infer D> ? D : never

/** What one person does. */
export type Step = { readonly [K in keyof Kinds]: { readonly kind: K } & Readonly<Details<K>> }[keyof Kinds]
export type StepOf<K extends Step["kind"]> = Extract<Step, { readonly kind: K }>

/** How often a step is taken; twice unless said otherwise. */
const weights: { readonly [kind in keyof Kinds]?: number } = {
  sale: 16,
  topUp: 8,
  signIn: 6,
  cashSale: 6,
  stockUp: 6,
  bank: 6,
  payOut: 4,
  cancel: 4,
  edit: 4,
  newRun: 4,
  signOut: 1,
  blockBand: 1,
  layout: 1
}

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...(Object.keys(kinds) as ReadonlyArray<keyof Kinds>).map((kind) => ({
    weight: weights[kind] ?? 2,
    arbitrary: (kinds[kind] as fc.Arbitrary<object>).map((details) => ({ kind, ...details }) as Step)
  }))
)

/** Kinds of steps that are also taken at the same time. */
const together = ["sale", "cashSale", "topUp", "payOut", "grant", "blockBand"] as const

/** Two or three steps at the same time. */
export const anyBatch: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  anyStep.filter(({ kind }) => (together as ReadonlyArray<Step["kind"]>).includes(kind)),
  { minLength: 2, maxLength: 3 }
)
