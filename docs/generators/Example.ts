/** Examples of requests and answers, made from their schemas. */
import { type ApiDocument, besideNull, type JsonSchema, referred, resolved } from "./ApiDocument.ts"

/** Values of fields by their names, where the schema alone would allow something odd. */
const texts: Readonly<Record<string, string>> = {
  uuid: "3f1f2c3a-6a0b-4c0e-9d5e-0a1b2c3d4e5f",
  login: "olga",
  username: "olga",
  password: "correct horse battery",
  display_name: "Olga",
  name: "Main bar",
  node_name: "Main stage",
  pin: "GUEST001",
  user_tag_pin: "GUEST001",
  email: "nora@mail.example",
  iban: "DE89370400440532013000",
  account_name: "Nora Example",
  currency: "EUR",
  currency_identifier: "EUR",
  mime_type: "image/png",
  token: "the-token",
  colour: "#0a7d5a",
  ws_url: "ws://10.0.5.20:10001/",
  serial: "a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff0",
  bon_logo_blob_id: "3f1f2c3a-6a0b-4c0e-9d5e-0a1b2c3d4e5f",
  key0: "00112233445566778899aabbccddeeff",
  key1: "ffeeddccbbaa99887766554433221100",
  redirect_uri: "https://office.example/sumup",
  sepa_allowed_country_code: "DE",
  user_tag_uid_hex: "04a1b2c3d4e5f6",
  sepa_sender_iban: "DE89370400440532013000"
}

const formats: Readonly<Record<string, string>> = {
  uuid: "3f1f2c3a-6a0b-4c0e-9d5e-0a1b2c3d4e5f",
  "date-time": "2026-07-10T20:15:00Z",
  date: "2026-07-10",
  email: "nora@mail.example",
  byte: "iVBORw0KGgo=",
  binary: "…"
}

/** Texts of fields whose names end alike. */
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/url|link/, "https://festival.example/"],
  [/(?:^|_)(?:at|time|until|since|from|to|latest|seen)$/, "2026-07-10T20:15:00Z"]
]

const numbers: Readonly<Record<string, number>> = { uint64: 2001, int64: 7 }

/** Fields that may be left out only if another field of the object is there, and the tag that most bookings have. */
const alsoShown = ["quantity", "privileges", "user_tag_variant_ids", "role_ids", "customer_tag_uid"]

/** The value of a field that goes with the others of its object. */
const fitting: Readonly<Record<string, string>> = {
  "NewSale.payment_method": "tag"
}

const within = ({ exclusiveMinimum, maximum, minimum }: JsonSchema, wanted: number): number => {
  const lowest = minimum ?? (exclusiveMinimum === undefined ? wanted : exclusiveMinimum + 1)
  return Math.min(Math.max(wanted, lowest), maximum ?? wanted)
}

const textOf = (schema: JsonSchema, name: string): string => {
  const known = schema.format === undefined ? undefined : formats[schema.format]
  const text = texts[name] ?? known ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ??
    name.replaceAll("_", " ")
  return text.slice(0, schema.maxLength ?? text.length).padEnd(schema.minLength ?? 0, "x")
}

interface Wanted {
  readonly schemas: ApiDocument["schemas"]
  /** Whether fields that may be left out are shown. */
  readonly whole: boolean
}

const objectOf = (schema: JsonSchema, wanted: Wanted, above: ReadonlyArray<string>): unknown => {
  const { additionalProperties, properties = {}, required = [] } = schema
  const shown = Object.entries(properties).filter(([field]) =>
    wanted.whole || required.includes(field) || alsoShown.includes(field)
  )
  const fields = shown.map(([field, value]) => [field, valueOf(value, field, wanted, above)])
  const more = typeof additionalProperties === "object" && fields.length === 0
    ? [["7", valueOf(additionalProperties, "", wanted, above)]]
    : []
  return Object.fromEntries([...fields, ...more])
}

const valueOf = (given: JsonSchema, name: string, wanted: Wanted, above: ReadonlyArray<string>): unknown => {
  const reference = referred(given)
  // A tree holds itself: it ends at the second turn.
  if (reference !== undefined && above.includes(reference)) return undefined
  const inside = reference === undefined ? above : [...above, reference]
  const schema = resolved(given, wanted.schemas)
  const beside = besideNull(schema)
  if (beside !== undefined) return valueOf(beside, name, wanted, inside)
  if (schema.anyOf !== undefined) return valueOf(schema.anyOf[0]!, name, wanted, inside)
  if (schema.enum !== undefined) return fitting[`${above.at(-1)}.${name}`] ?? schema.enum[0]
  switch (schema.type) {
    case "object":
      return objectOf(schema, wanted, inside)
    case "array": {
      const item = schema.items === undefined
        ? undefined
        : valueOf(schema.items, name.replace(/s$/, ""), wanted, inside)
      return item === undefined ? [] : [item]
    }
    case "boolean":
      return true
    case "integer":
      return within(schema, numbers[schema.format ?? ""] ?? 1)
    case "number":
      return within(schema, /rate|fee/.test(name) ? 0.19 : 6.5)
    case "null":
      return null
    default:
      return textOf(schema, name)
  }
}

/** A value that a schema takes; of a request what it must have, of an answer all that it may have. */
export const exampleOf = (schema: JsonSchema, name: string, wanted: Wanted): unknown =>
  valueOf(schema, name, wanted, [])

const widest = 100

/** JSON with whatever fits on a line in one line. */
export const printed = (value: unknown, indent = ""): string => {
  const flat = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, " ") ?? "null"
  if (flat.length + indent.length <= widest || typeof value !== "object" || value === null) return flat
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${deeper}${Array.isArray(value) ? "" : `${JSON.stringify(key)}: `}${printed(part, deeper)}`)
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`
}
