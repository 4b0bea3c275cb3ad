import { integersFrom } from "../../support/seeded.ts"

/** A repeatable source of random numbers: an integer from 0 to below `n`. */
export type Draw = (n: number) => number

/** JSON text that no JavaScript value represents. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Fields in their order; a name may occur twice. */
export class Fields {
  readonly entries: ReadonlyArray<readonly [string, Value]>
  constructor(entries: ReadonlyArray<readonly [string, Value]>) {
    this.entries = entries
  }
}

export type Value = null | boolean | number | string | Raw | Fields | ReadonlyArray<Value>

export const print = (value: Value): string => {
  if (value instanceof Raw) return value.text
  if (value instanceof Fields) {
    return `{${value.entries.map(([name, field]) => `${JSON.stringify(name)}:${print(field)}`).join(",")}}`
  }
  return Array.isArray(value) ? `[${value.map(print).join(",")}]` : JSON.stringify(value)
}

/** The same seed gives the same numbers. */
export const drawFrom = (seed: number): Draw => {
  const integer = integersFrom(seed)
  return (n) => integer() % n
}

export const pick = <A>(draw: Draw, some: ReadonlyArray<A>): A => some[draw(some.length)]!

const digits = (n: number) => "9".repeat(n)

/** Numbers at and beyond every limit, invalid numbers, and numbers in unusual notation. */
const numbers = [
  "NaN",
  "Infinity",
  "-Infinity",
  "1e400",
  "-1e400",
  "1e-400",
  "0.001",
  "1.999",
  "-0.005",
  "-1",
  "-0",
  "0",
  "1E2",
  "01",
  "0x10",
  "1_000",
  "+1",
  ".5",
  "5.",
  "9007199254740993",
  "-9007199254740993",
  "2147483648",
  "-2147483649",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "18446744073709551615",
  "18446744073709551616",
  "10000000000.01",
  "99999999999.99",
  "1e308",
  "1e15",
  "4611686018427387904",
  digits(30),
  `-${digits(400)}`,
  `0.${digits(50)}`
].map((text) => new Raw(text))

const texts = [
  "",
  " ",
  "NaN",
  "Infinity",
  "-1",
  "1e400",
  "0.001",
  "null",
  "true",
  "0x1F",
  "Z",
  "FFFFFFFFFFFFFFFFFF",
  "1,5",
  "٣",
  "'; drop table ordr; --",
  "\" or 1=1 --",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "${7*7}",
  "\\",
  "\u202e",
  "💥",
  "e\u0301",
  "\ufeff",
  "\r\n",
  "x".repeat(10_001),
  "x".repeat(200_000),
  "00000000-0000-0000-0000-000000000000"
]

const awkward: ReadonlyArray<Value> = [
  ...[`"\\u0000"`, `"a\\u0000b"`, `"\\ud800"`, `"\\udc00x"`, `"\\x41"`, `"\u0001"`, "undefined", "'x'", ""].map((
    text
  ) => new Raw(text)),
  null,
  true,
  false,
  [],
  [null],
  [[[]]],
  new Fields([]),
  new Fields([["__proto__", new Fields([["x", 1]])]]),
  new Raw(`${"[".repeat(65)}${"]".repeat(65)}`),
  new Raw("[".repeat(100_000)),
  new Raw(`${"{\"a\":".repeat(5_000)}1${"}".repeat(5_000)}`),
  Array.from({ length: 5_000 }, (_, n) => n),
  Array.from({ length: 2_000 }, () => new Fields([["till_button_id", 1], ["quantity", 1]]))
]

/** A value that hardly ever fits its place. */
export const hostile = (draw: Draw): Value => {
  switch (draw(3)) {
    case 0:
      return pick(draw, numbers)
    case 1:
      return pick(draw, texts)
    default:
      return pick(draw, awkward)
  }
}

const dangerous = ["__proto__", "constructor", "prototype", "toString", "uuid", "id", "balance", "node_id", "\u0000"]

/** Breaks a value in one place: a field is removed, repeated, gets another value or an unknown neighbour. */
export const mutate = (draw: Draw, value: Value): Value => {
  if (value instanceof Fields && value.entries.length > 0 && draw(6) > 0) {
    const entries = [...value.entries]
    const at = draw(entries.length)
    const [name, field] = entries[at]!
    switch (draw(8)) {
      case 0:
        entries.splice(at, 1)
        break
      case 1:
        entries.push([name, hostile(draw)])
        break
      case 2:
        entries.unshift([pick(draw, dangerous), hostile(draw)])
        break
      case 3:
      case 4:
        entries[at] = [name, hostile(draw)]
        break
      default:
        entries[at] = [name, mutate(draw, field)]
    }
    return new Fields(entries)
  }
  if (Array.isArray(value) && value.length > 0 && draw(4) > 0) {
    const items: Array<Value> = [...value]
    const at = draw(items.length)
    items[at] = draw(3) === 0 ? hostile(draw) : mutate(draw, items[at]!)
    if (draw(6) === 0) items.push(...items)
    return items
  }
  return hostile(draw)
}

/** A body that is not JSON, or must not be parsed. */
export const noJson = (draw: Draw, sample: string): Uint8Array => {
  const half = sample.slice(0, Math.ceil(sample.length / 2))
  const bodies: ReadonlyArray<string | Uint8Array> = [
    "",
    " ",
    "null",
    "[]",
    "\"text\"",
    "0",
    "{",
    "}",
    half,
    `${sample}${sample}`,
    `${sample},`,
    `\ufeff${sample}`,
    "a=1&b=2",
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--",
    `/* ${sample} */`,
    `{"a":"${"x".repeat(1_100_000)}"}`,
    Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
    Uint8Array.of(0xc0, 0x80),
    Uint8Array.of(0xed, 0xa0, 0x80),
    Uint8Array.of(0x1f, 0x8b, 0x08, 0x00)
  ]
  const body = pick(draw, bodies)
  return typeof body === "string" ? new TextEncoder().encode(body) : body
}

/** Texts in a URL in the place of an id. */
const urlParts = [
  "0",
  "-1",
  "1",
  "1.5",
  "1e3",
  "abc",
  "NaN",
  "Infinity",
  "9223372036854775807",
  "9223372036854775808",
  digits(40),
  "18446744073709551616",
  "%00",
  "%ff",
  "%ED%A0%80",
  "..%2f..%2fetc",
  "%F0%9F%92%A5",
  "%20",
  "1%3Bdrop",
  "null",
  "true",
  "x".repeat(2_000),
  "%",
  "%zz",
  "__proto__",
  "0d5f2f7c-7b0e-4c57-9d3b-0f6a4d0c5a11"
]

export const urlPart = (draw: Draw): string => pick(draw, urlParts)
