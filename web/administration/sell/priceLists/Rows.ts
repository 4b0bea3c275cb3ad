import { fromCents, parse, toCents } from "../../../kit/Amount.ts"
import type { Formats } from "../../../kit/Formats.ts"
import type { OfficeBody } from "../../calls.ts"
import { amount, choice, type Draft, type Field, type Mistake, type Option } from "../../form/Field.ts"
import type { PriceListTexts } from "./english.ts"

export type Body = OfficeBody<"POST /price-lists">
export type Window = NonNullable<Body["windows"]>[number]
export type Entry = Body["entries"][number]

/** Hours as they are typed. Their dates come from a script and stay. */
export interface TypedWindow {
  readonly days: ReadonlyArray<number>
  readonly dates: ReadonlyArray<string>
  readonly from: string
  readonly to: string
}

/** What happens to a product, as it is typed. */
export interface TypedEntry {
  readonly product: string
  readonly kind: string
  readonly value: string
}

/** The rows of a draft: each is one of its texts. */
export const rowsIn = <Typed>(draft: Draft): ReadonlyArray<Typed> =>
  typeof draft === "object" ? draft.map((row) => JSON.parse(row) as Typed) : []

export const draftOfRows = (rows: ReadonlyArray<object>): Draft => rows.map((row) => JSON.stringify(row))

interface RowsOf<Row, Typed extends object> extends Pick<Field<unknown>, "label" | "hint"> {
  readonly options: ReadonlyArray<Option>
  readonly typedOf: (row: Row) => Typed
  readonly mistakeIn: (row: Typed) => readonly [name: string, mistake: Mistake] | undefined
  readonly valueOf: (row: Typed) => Row
  readonly written: (row: Row) => string
}

/** Several rows of entries, which people add and remove. */
const rows = <Row, Typed extends object>(
  { hint, label, mistakeIn, options, typedOf, valueOf, written }: RowsOf<Row, Typed>
): Field<ReadonlyArray<Row>> => {
  const firstMistake = (draft: Draft) =>
    rowsIn<Typed>(draft).flatMap((row, at) => {
      const [name, mistake] = mistakeIn(row) ?? []
      return mistake === undefined ? [] : [{ at: `${at}.${name}`, mistake }]
    })[0]
  return {
    label,
    hint,
    look: { kind: "choices", options },
    draftOf: (values) => draftOfRows(values.map(typedOf)),
    read: (draft) => {
      const first = firstMistake(draft)
      return first === undefined
        ? { ok: true, value: rowsIn<Typed>(draft).map(valueOf) }
        : { ok: false, mistake: first.mistake }
    },
    mistakeAt: (draft) => firstMistake(draft)?.at ?? "",
    shown: (draft) =>
      rowsIn<Typed>(draft).flatMap((row) => mistakeIn(row) === undefined ? [written(valueOf(row))] : []).join("; ")
  }
}

/** Hours in words, such as "Mon, Tue 22:00–02:00". */
export const windowText = ({ dates = [], days = [], from, to }: Window, say: PriceListTexts): string => {
  const begins = [...days.map((day) => say.weekdays[day - 1]), ...dates]
  return `${begins.length === 0 ? say.daily : begins.join(", ")} ${from}–${to}`
}

/** The hours in which a list holds. */
export const windowRows = (say: PriceListTexts): Field<ReadonlyArray<Window>> =>
  rows<Window, TypedWindow>({
    label: say.windows,
    hint: say.windowsHint,
    options: [],
    typedOf: ({ dates = [], days = [], from, to }) => ({ days, dates, from, to }),
    mistakeIn: ({ from, to }) => from === "" ? ["from", "missing"] : to === "" ? ["to", "missing"] : undefined,
    valueOf: ({ days, ...row }) => ({ ...row, days: days as Window["days"] & {} }),
    written: (row) => windowText(row, say)
  })

const ofCategory = "category "

/** The option for what an entry names: the id of a product, or a category. */
export const optionOf = (
  { category_id = null, product_id = null }: Partial<Pick<Entry, "category_id" | "product_id">>
): string => category_id === null ? String(product_id ?? "") : `${ofCategory}${category_id}`

const namedBy = (option: string): Pick<Entry, "category_id" | "product_id"> =>
  option.startsWith(ofCategory)
    ? { product_id: null, category_id: Number(option.slice(ofCategory.length)) }
    : { product_id: Number(option), category_id: null }

/** What happens to a product in words, such as "Beer: 20 % off". */
export const entryText = (
  { category_id = null, kind, product_id = null, value }: Entry,
  products: ReadonlyArray<Option>,
  say: PriceListTexts,
  { money, share }: Pick<Formats, "money" | "share">
): string => {
  const what = optionOf({ category_id, product_id })
  const name = products.find((option) => option.value === what)?.name ?? what
  if (kind === "price") return `${name}: ${money(value)}`
  return `${name}: ${say.isOff(kind === "minus" ? money(value) : share(value / 100))}`
}

const kinds: ReadonlyArray<Entry["kind"]> = ["price", "minus", "percent"]

const typedAmount = amount({ label: "" })

const entryMistake = ({ kind, product, value }: TypedEntry): readonly [string, Mistake] | undefined => {
  if (product === "") return ["product_id", "missing"]
  if (!kinds.some((one) => one === kind)) return ["kind", "missing"]
  if (value.trim() === "") return ["value", "missing"]
  return parse(value) === undefined ? ["value", kind === "percent" ? "noShare" : "noAmount"] : undefined
}

/** The products of a list, each with what happens to its price. */
export const entryRows = (
  say: PriceListTexts,
  products: ReadonlyArray<Option>,
  formats: Formats
): Field<ReadonlyArray<Entry>> =>
  rows<Entry, TypedEntry>({
    label: say.products,
    hint: say.productsHint,
    options: products,
    typedOf: ({ kind, value, ...named }) => {
      const typed = String(typedAmount.draftOf(value))
      return { product: optionOf(named), kind, value: kind === "percent" ? typed.replace(/[.,]00$/, "") : typed }
    },
    mistakeIn: entryMistake,
    valueOf: ({ kind, product, value }) => ({
      ...namedBy(product),
      kind: kind as Entry["kind"],
      value: parse(value)!
    }),
    written: (row) => entryText(row, products, say, formats)
  })

/** The kinds of changes to choose from. */
export const kindOptions = (say: PriceListTexts): ReadonlyArray<Option> =>
  kinds.map((value) => ({ value, name: say.kinds[value] }))

/** What a percentage off is rounded to. */
export const rounding = (label: string, { money }: Formats): Field<NonNullable<Body["round_to"]>> => {
  const steps = [1, 5, 10, 50, 100].map((cents) => ({ value: String(cents), name: money(fromCents(cents)) }))
  const field = choice({ label }, steps)
  return {
    ...field,
    draftOf: (value) => String(toCents(value)),
    read: (draft) => {
      const reading = field.read(draft)
      return reading.ok ? { ok: true, value: fromCents(Number(reading.value)) } : reading
    }
  }
}
