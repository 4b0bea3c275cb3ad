// Without schemas, as browsers load it too.
import { typedCents } from "../../base/TypedAmount.ts"
import { visible } from "../../base/VisibleText.ts"

/** What a line of a list means: `name price [deposit] [tax %]`. */
interface ListedGood {
  readonly line: number
  readonly name: string
  readonly cents: number
  /** Of the glass or plate, which guests get back; 0 without. */
  readonly depositCents: number
  /** The tax rate in ten-thousandths; undefined for the usual one. */
  readonly rate: number | undefined
  /** The heading above it. */
  readonly category: string | undefined
}

export type LineFault = "noName" | "noPrice" | "longName" | "sameName" | "depositHigher"

/** A line that can't be read. */
interface FaultyLine {
  readonly line: number
  readonly text: string
  readonly fault: LineFault
  /** For a name that is there twice: the line of the other. */
  readonly other?: number
}

interface GoodsList {
  readonly goods: ReadonlyArray<ListedGood>
  readonly faults: ReadonlyArray<FaultyLine>
}

const longestName = 255

/** The largest price of a product, in cents. */
const highestPrice = 1_000_000_000

/** The cents of a word that is a price, with or without a sign of its currency. */
const priceIn = (word: string): number | undefined => {
  const cents = typedCents(word.replace(/^\+/, "").replace(/^[€£$]|[€£$]$/, ""))
  return cents === undefined || cents < 0 || cents > highestPrice || /^[-+]?[.,]/.test(word) ? undefined : cents
}

const isCurrency = (word: string) => /^(?:[€£$+]|[A-Z]{3}|Fr\.?|kr\.?|Euro?s?)$/.test(word)

/** The rate in per cent of a word, in ten-thousandths. */
export const rateIn = (word: string): number | undefined => {
  const rate = typedCents(word.replace(/%$/, ""))
  return rate === undefined || rate < 0 || rate >= 10_000 ? undefined : rate
}

/** Takes the tax from the end of the words. */
const withRate = (words: ReadonlyArray<string>): { readonly rest: ReadonlyArray<string>; readonly rate?: number } => {
  const last = words.at(-1)
  if (last === undefined || !last.endsWith("%")) return { rest: words }
  const [text, taken] = last === "%" ? [words.at(-2) ?? "", 2] : [last, 1]
  const rate = rateIn(text)
  return rate === undefined ? { rest: words } : { rest: words.slice(0, -taken), rate }
}

/** Takes at most two prices from the end of the words, the price of the product first. */
const withPrices = (words: ReadonlyArray<string>) => {
  const prices: Array<number> = []
  let rest = words
  while (prices.length < 2 && rest.length > 0) {
    const last = rest.at(-1)!
    const price = priceIn(last)
    if (price !== undefined) prices.unshift(price)
    // Of `5 EUR`, the price stands before the currency; a name that ends with capital letters stays whole.
    else if (!isCurrency(last) || (prices.length === 0 && priceIn(rest.at(-2) ?? "") === undefined)) break
    rest = rest.slice(0, -1)
  }
  return { rest, prices }
}

/** A heading, such as `Drinks:` or `Food 7 %:`. */
const headingIn = (text: string) => {
  if (!text.endsWith(":")) return undefined
  const { rate, rest } = withRate(wordsOf(text.slice(0, -1)))
  return rest.length === 0 ? undefined : { category: rest.join(" "), rate }
}

const wordsOf = (text: string) => text.split(/[\s;|]+/).filter((word) => word !== "")

/** What stands between a name and its price is part of neither. */
const nameIn = (words: ReadonlyArray<string>) => words.join(" ").replace(/[\s:=,–—-]+$/, "").normalize("NFC")

const lineIn = (text: string): Omit<ListedGood, "category" | "line"> | LineFault => {
  const { rate, rest: withoutRate } = withRate(wordsOf(text))
  const { prices: [cents, depositCents = 0], rest } = withPrices(withoutRate)
  const name = nameIn(rest)
  if (cents === undefined) return "noPrice"
  if (!/[\p{L}\p{N}]/u.test(name)) return "noName"
  if (name.length > longestName) return "longName"
  // Rather a measure, as of `Cola 0,5 4,50`, than a deposit that is higher than the price.
  if (depositCents > cents && cents > 0) return "depositHigher"
  return { name, cents, depositCents, rate }
}

/** Two names that people take for the same. */
export const sameName = (name: string): string => name.toLowerCase()

/**
 * Reads what is sold, a product a line, with prices as they are written in English or German. A line that ends with a colon is a heading
 * for those below it. Blank lines count and are left out.
 */
export const goodsIn = (text: string): GoodsList => {
  const goods: Array<ListedGood> = []
  const faults: Array<FaultyLine> = []
  let heading: ReturnType<typeof headingIn>
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const written = visible(raw.replaceAll("\t", " "))
    const line = index + 1
    if (written === "") continue
    const found = headingIn(written)
    if (found !== undefined) {
      heading = found
      continue
    }
    const read = lineIn(written)
    const name = typeof read === "string" ? undefined : sameName(read.name)
    const other = goods.find((good) => sameName(good.name) === name)
    if (typeof read === "string") faults.push({ line, text: written, fault: read })
    else if (other !== undefined) faults.push({ line, text: written, fault: "sameName", other: other.line })
    else goods.push({ line, ...read, rate: read.rate ?? heading?.rate, category: heading?.category })
  }
  return { goods, faults }
}
