// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import type { TileColour } from "../../event/TileColour.ts"
import type { Country, GoodsKind } from "./Country.ts"

/** Something that most bars or kitchens sell. */
interface UsualGood {
  readonly name: Readonly<Record<Language, string>>
  /** In euros. */
  readonly price: number
  readonly deposit: number
  readonly kind: GoodsKind
  /** Spirits are from 18 everywhere. */
  readonly isSpirit?: true
}

/** What a stall of a kind sells until someone changes it. */
export interface UsualStall {
  readonly category: Readonly<Record<Language, string>>
  readonly colour: TileColour
  readonly goods: ReadonlyArray<UsualGood>
}

const drink = (en: string, de: string, price: number, kind: GoodsKind): UsualGood => ({
  name: { en, de },
  price,
  deposit: 2,
  kind
})
const dish = (en: string, de: string, price: number): UsualGood => ({
  name: { en, de },
  price,
  deposit: 0,
  kind: "food"
})

export const usualStalls: Readonly<Record<"bar" | "kitchen", UsualStall>> = {
  bar: {
    category: { en: "Drinks", de: "Getränke" },
    colour: "blue",
    goods: [
      drink("Beer", "Bier", 4.5, "alcohol"),
      drink("Shandy", "Radler", 4.5, "alcohol"),
      drink("Wine", "Wein", 5, "alcohol"),
      { ...drink("Gin and tonic", "Gin Tonic", 8, "alcohol"), isSpirit: true },
      drink("Cola", "Cola", 3.5, "softDrink"),
      drink("Lemonade", "Limonade", 3.5, "softDrink"),
      drink("Water", "Wasser", 2.5, "softDrink"),
      drink("Coffee", "Kaffee", 3, "softDrink")
    ]
  },
  kitchen: {
    category: { en: "Food", de: "Essen" },
    colour: "orange",
    goods: [
      dish("Chips", "Pommes", 4.5),
      dish("Sausage in a roll", "Bratwurst im Brötchen", 4.5),
      dish("Vegetable curry", "Gemüsecurry", 9),
      dish("Burger", "Burger", 9),
      dish("Waffle", "Waffel", 4)
    ]
  }
}

/** The cents of a price in euros as it is usual in a country. */
export const usualCents = (euros: number, { prices: { roundTo, times } }: Pick<Country, "prices">): number =>
  Math.round((euros * times * 100) / roundTo) * roundTo
