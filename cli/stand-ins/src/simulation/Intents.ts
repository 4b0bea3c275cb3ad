import { highestBalance } from "./FestivalModel.ts"
import { type Article, depositPrice, drinks, meals } from "./Goods.ts"
import { isUnder16, type SimulatedTill, type TillKind } from "./Premises.ts"
import { priceAt } from "./PriceChanges.ts"
import type { SimulatedFestival } from "./SimulatedFestival.ts"
import type { Press, StepContent } from "./Step.ts"
import { millisPerMinute } from "./Timetable.ts"

/** What someone set out to do. It becomes a step, several, or none. */
export type Intent =
  | { readonly kind: "arrive"; readonly guests: ReadonlyArray<number>; readonly presale: boolean }
  | { readonly kind: "buy"; readonly guest: number; readonly food: boolean }
  | { readonly kind: "returnCups"; readonly guest: number }
  | { readonly kind: "cancel"; readonly guest: number; readonly till: number; readonly sale: number }
  | { readonly kind: "lose" | "go"; readonly guest: number }

/** When an intent is carried out: the number of the step, the minute of the day, and the milliseconds of the festival. */
export interface Moment {
  readonly n: number
  readonly minute: number
  readonly at: number
}

/** The share of sales that are cancelled, and of glasses that are brought back. */
const mistakes = 0.004
const tidiness = 0.85

/** Seconds from the first press of a basket until it is paid, at most. */
const longestWait = 45

/** What guests top up, in cents. */
const amounts = [20_00n, 30_00n, 30_00n, 40_00n, 50_00n]

/** The intents of a day, and how each is carried out as long as the model allows it. */
export class Intents {
  private readonly festival: SimulatedFestival
  private readonly lastMinute: number
  private readonly tills: ReadonlyMap<TillKind, ReadonlyArray<SimulatedTill>>
  private readonly turns = new Map<TillKind, number>()
  private readonly later = new Map<number, Array<Intent>>()

  constructor(festival: SimulatedFestival, lastMinute: number) {
    this.festival = festival
    this.lastMinute = lastMinute
    this.tills = Map.groupBy(festival.tills, ({ kind }) => kind)
  }

  /** The intents of a minute, those that came up earlier and new ones, each with its milliseconds in the minute, in order. */
  at(minute: number, fresh: Iterable<Intent>) {
    const { random } = this.festival
    const due = this.later.get(minute) ?? []
    this.later.delete(minute)
    return [...due, ...fresh]
      .map((intent) => ({ intent, second: 1 + random.below(millisPerMinute - 1) }))
      .toSorted((a, b) => a.second - b.second)
  }

  /** The steps of an intent. */
  *resolve(intent: Intent, moment: Moment): Generator<StepContent> {
    const { guests, model } = this.festival
    switch (intent.kind) {
      case "arrive": {
        guests.admit(intent.guests)
        const { presale } = intent
        yield { kind: "entry", till: this.till("entry").at, guests: intent.guests, presale, paidBy: this.paidBy() }
        return
      }
      case "buy":
        return yield* this.buy(intent, moment)
      case "returnCups": {
        const cups = model.cups[intent.guest]!
        const after = model.balances[intent.guest]! + depositPrice * BigInt(cups)
        if (cups === 0 || after > highestBalance) return
        yield { kind: "cupReturn", till: this.till("bar").at, guest: intent.guest, cups }
        return
      }
      case "cancel":
        return yield* this.cancel(intent)
      case "lose":
        // Wristbands in store are for adults.
        if (model.spareLeft === 0 || isUnder16(intent.guest)) return
        yield { kind: "lostTag", till: this.till("cashOut").at, guest: intent.guest, spare: model.spareLeft - 1 }
        return
      case "go": {
        const amount = model.balances[intent.guest]!
        const { at } = this.fullestTill()
        if (amount === 0n || model.drawers[at]! < amount) return
        yield { kind: "payOut", till: at, guest: intent.guest, amount }
        return
      }
      default:
    }
  }

  /** Buys, or tops up first and buys later. */
  private *buy(intent: Extract<Intent, { readonly kind: "buy" }>, { at, minute, n }: Moment): Generator<StepContent> {
    const { model, random } = this.festival
    const { food, guest } = intent
    // A till keeps the prices of the first press while the guest looks for their wristband.
    const pressedAt = at - (n % longestWait) * 1_000
    const { cups, presses, price } = this.choose(guest, food, pressedAt)
    const balance = model.balances[guest]!
    if (balance < price) {
      const amount = random.pick(amounts)
      if (balance + amount > highestBalance) return
      const till = this.till(random.chance(0.85) ? "topUp" : "cashOut")
      yield { kind: "topUp", till: till.at, guest, amount, paidBy: this.paidBy() }
      this.postpone(intent, minute + 2 + random.below(4))
      return
    }
    const till = this.till(food ? "food" : "bar")
    model.keepSale(n, price, cups)
    yield { kind: "sale", till: till.at, guest, presses, pressedAt, price }
    if (random.chance(mistakes)) this.postpone({ kind: "cancel", guest, till: till.at, sale: n }, minute + 1)
    else if (cups > 0 && random.chance(tidiness)) {
      this.postpone({ kind: "returnCups", guest }, minute + 15 + random.below(45))
    }
  }

  /** A cancel gives the deposit back as well, so the glasses must be there and the money must fit on the wristband. */
  private *cancel({ guest, sale, till }: Extract<Intent, { readonly kind: "cancel" }>): Generator<StepContent> {
    const { model } = this.festival
    const sold = model.soldAt(sale)
    if (model.cups[guest]! < sold.cups || model.balances[guest]! + sold.price > highestBalance) return
    yield { kind: "cancel", till, guest, sale }
  }

  /** One or two articles for a guest, one or two of each. */
  private choose(guest: number, food: boolean, at: number) {
    const { random, size } = this.festival
    const allowed = (food ? meals : drinks).filter(({ adultsOnly }) => !(adultsOnly && isUnder16(guest)))
    const chosen = new Map<Article, number>()
    for (let count = random.chance(0.3) ? 2 : 1; count > 0; count--) {
      chosen.set(random.pick(allowed), random.chance(0.25) ? 2 : 1)
    }
    const articles = [...chosen]
    return {
      presses: articles.map(([{ button }, quantity]): Press => ({ button, quantity })),
      price: articles.reduce((sum, [article, quantity]) => {
        const price = size.pricesChange === true ? priceAt(article, at) : article.price
        return sum + price * BigInt(quantity)
      }, 0n),
      cups: articles.reduce((sum, [{ cups }, quantity]) => sum + cups * quantity, 0)
    }
  }

  /** The tills of a kind in turn, as guests choose the shortest queue. */
  private till(kind: TillKind): SimulatedTill {
    const tills = this.tills.get(kind)!
    const at = this.turns.get(kind) ?? 0
    this.turns.set(kind, (at + 1) % tills.length)
    return tills[at]!
  }

  /** The till that pays out and has the most cash. */
  private fullestTill(): SimulatedTill {
    const { drawers } = this.festival.model
    return this.tills.get("cashOut")!.reduce((most, till) => drawers[till.at]! > drawers[most.at]! ? till : most)
  }

  private paidBy() {
    return this.festival.random.chance(0.25) ? "card" as const : "cash" as const
  }

  /** Drops what someone would do after the tills have closed. */
  private postpone(intent: Intent, minute: number) {
    if (minute > this.lastMinute) return
    const due = this.later.get(minute)
    if (due === undefined) this.later.set(minute, [intent])
    else due.push(intent)
  }
}
