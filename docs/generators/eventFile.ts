/** Writes `docs/reference/event-file.md` from the schema of events' files: `node docs/generators/eventFile.ts`. */
import { eventFileSchema } from "@wristbank/core/eventfile/EventFileSchema"
import type { Section } from "@wristbank/core/eventfile/Section"
import { sections } from "@wristbank/core/eventfile/Sections"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ApiDocument, apiDocuments, type JsonSchema } from "./ApiDocument.ts"
import { meaningOf, typeOf } from "./ApiFields.ts"
import { madeBy, table } from "./Markdown.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Explanation {
  readonly what: string
  /** The object of the administration API that has the same fields; its words count for them. */
  readonly object: string
}

const explanations: Readonly<Record<string, Explanation>> = {
  event: { what: "The event itself. It is found by its name.", object: "NewNode" },
  nodes: {
    what: "The parts of the event, each with the path of its names from the event down.",
    object: "NewNode"
  },
  settings: {
    what: "The settings of the event, its texts for guests and mail, its presale and its payouts.",
    object: "UpdateEvent"
  },
  fiscal_settings: {
    what: "What the tax office asks of the event.",
    object: "UpdateFiscalSettings"
  },
  event_design: {
    what: "The logo on receipts and the map of the site. A picture is a path beside the file, or its content.",
    object: "NewSiteMap"
  },
  user_tag_secret: {
    what: "The keys of the event's wristbands. An event has one pair, which is never replaced.",
    object: "NewUserTagSecret"
  },
  user_tag_variants: {
    what: "Kinds of wristbands. Every event has `under_16` and `under_18`.",
    object: "NewUserTagVariant"
  },
  tax_rates: { what: "Tax rates. Every event knows the rate `none`.", object: "NewTaxRate" },
  cash_registers: { what: "Cash registers.", object: "NewCashRegister" },
  cash_register_stockings: {
    what: "The coins and notes of a float: how many of each.",
    object: "NewCashRegisterStocking"
  },
  categories: { what: "Categories of products, by which cashiers find buttons.", object: "NewProductCategory" },
  products: { what: "What tills sell, and take back.", object: "NewProduct" },
  tickets: { what: "What the entrance sells.", object: "NewTicket" },
  till_buttons: { what: "Buttons of tills.", object: "NewTillButton" },
  till_layouts: {
    what: "What is on the screen of a till, in this order.",
    object: "NewTillLayout"
  },
  till_profiles: { what: "What may be done at a till.", object: "NewTillProfile" },
  price_lists: {
    what: "Prices that hold at some times, at some tills or for some guests; the list with the highest rank decides.",
    object: "NewPriceList"
  },
  terminals: { what: "The devices at tills.", object: "NewTerminal" },
  tills: { what: "Tills, each with its profile and its terminal.", object: "NewTill" },
  tses: { what: "Signing devices. They are never removed.", object: "NewTse" },
  user_roles: { what: "Roles.", object: "NewUserRole" },
  users: { what: "People, with the wristband they sign in with.", object: "CreateUserPayload" },
  role_assignments: {
    what: "Who has which roles where.",
    object: "NewUserToRoles"
  }
}

/** Fields that the file has in place of ids, and those that mean the same in all sections. */
const ofFile: Readonly<Record<string, string>> = {
  at: "Path of the node that it belongs to; left out: the event.",
  path: "Names of the nodes from the event down, such as `Main stage/Backstage`.",
  name: "Its name, by which it is found.",
  login: "The name a person signs in with, by which they are found.",
  tax_rate: "Name of the tax rate.",
  target_account:
    "Type of an account that takes sales: `donation_exit`, `cash_vault`, `cash_imbalance`, `sepa_exit` or `sale_exit`.",
  category: "Name of the category; null: none.",
  user_tag_variants: "Names of kinds of wristbands that may not have it; of a ticket: the kinds it hands out.",
  products: "Names of the products, in this order.",
  buttons: "Names of the buttons, in this order.",
  for_user_tag_variants: "Names of kinds of wristbands whose wearers get it; left out: everyone.",
  nodes: "Paths of the nodes whose tills have it; left out: all at its node and below.",
  profiles: "Names of the profiles whose tills have it; left out: all.",
  entries: "The products or categories by name (`product`, `category`), each with `kind` and `value` as in the API.",
  tickets: "Names of the tickets, in this order.",
  versions:
    "Changes that are planned, in the order in which they begin. What one leaves out stays as it was before; left out: nothing is planned.",
  layout: "Name of the layout.",
  profile: "Name of the profile.",
  terminal: "Name of the terminal; null: none.",
  roles: "Names of the roles.",
  assignable_roles: "Names of the roles that holders may give; left out: they stay as they are.",
  fee: "What the organiser keeps of the sales at the node, from 0 to 1; null: as at the node above.",
  bon_logo: "The logo on receipts and reports, an SVG of at most 512 KiB; null: none.",
  site_map:
    "The map of the site; null: none. `picture` is an SVG, PNG or JPEG of at most 2 MiB; `top_left`, `top_right` and `bottom_left` are the places of its corners, each with `latitude` and `longitude` in degrees.",
  picture:
    "Its picture, a PNG, JPEG or WebP of at most 512 pixels a side and 64 KiB, as a path beside the file or as its content; null: none.",
  colour: "The name of its colour, such as `green`; null: none of its own.",
  short_name: "What small tiles say in place of the name, at most 20 characters; null: the name.",
  organisation: "Path of the node above the event; left out: the root."
}

const linkToObject = (name: string) => `\`${name}\``

/** The value that counts for a field that the file leaves out. */
const withoutIt = (section: Section, field: string): ReadonlyArray<string> => {
  const value = section.defaults[field]
  if (value === undefined || field in ofFile) return []
  return [
    `Left out: ${
      value === "" || (Array.isArray(value) && value.length === 0) ? "none" : `\`${JSON.stringify(value)}\``
    }.`
  ]
}

interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** What the administration API says of it. */
  readonly known: string | undefined
}

const rowOf = (section: Section, field: Field, schemas: ApiDocument["schemas"]): ReadonlyArray<string> => {
  const { isRequired, known = "", name, schema } = field
  const parts = name === "versions" ? Object.keys(schema.items?.properties ?? {}) : []
  const meaning = [
    meaningOf(schema, schemas, ofFile[name] ?? known),
    ...parts.length === 0 ? [] : [`Fields: ${parts.map((part) => `\`${part}\``).join(", ")}.`],
    ...section.secrets.includes(name) ? ["A secret: the name of an environment variable, as `${VARIABLE}`."] : [],
    ...isRequired ? [] : withoutIt(section, name)
  ]
  return [
    `\`${name}\`${isRequired ? "" : ", may be left out"}`,
    typeOf(schema, schemas, linkToObject),
    meaning.filter((sentence) => sentence !== "").join(" ")
  ]
}

/** The lines of a section in the example. */
const exampleOf = (section: string, example: string): string =>
  new RegExp(`^${section}:\\n(?:(?: .*)?\\n)+`, "m").exec(example)?.[0].trimEnd() ?? ""

const schemaOf = (): { readonly schema: JsonSchema; readonly schemas: ApiDocument["schemas"] } => {
  const { $defs, ...schema } = JSON.parse(
    JSON.stringify(eventFileSchema()).replaceAll("#/$defs/", "#/components/schemas/")
  )
  return { schema, schemas: $defs }
}

/** The text of `docs/reference/event-file.md`. */
export const eventFilePage = (): string => {
  const { schema, schemas } = schemaOf()
  const api = apiDocuments().find(({ slug }) => slug === "administration")!
  const example = readFileSync(join(root, "examples/festival.yaml"), "utf8")
  const parts = sections.map((section) => {
    const { name } = section
    const part = schema.properties?.[name] ?? {}
    const explanation = explanations[name]
    if (explanation === undefined) throw new Error(`docs/generators/eventFile.ts says nothing of the section ${name}`)
    const { properties = {}, required = [] } = part.items ?? part
    const object = api.schemas[explanation.object]
    if (object === undefined) throw new Error(`The administration API has no object ${explanation.object}`)
    const rows = Object.entries(properties).map(([field, value]) => {
      const known = object.properties?.[field]?.description
      return rowOf(section, { name: field, schema: value, isRequired: required.includes(field), known }, schemas)
    })
    const yaml = exampleOf(name, example)
    return [
      `## ${name}`,
      `${explanation.what} ${part.items === undefined ? "One object." : "A list."}`,
      table(["field", "type", "meaning"], rows),
      ...yaml === "" ? [] : [`\`\`\`yaml\n${yaml}\n\`\`\``]
    ].join("\n\n")
  })
  return `# The file of an event

${madeBy("eventFile", "the schema of events' files")}

[An event as a file](../administrator-documentation/event-file.md) says how files are written, compared and applied; this page names every field.
Files are YAML. Editors complete and check them with the JSON Schema that \`wristbank event schema\` prints
([examples/event.schema.json](../../examples/event.schema.json)); unknown fields are refused. The examples are from
[examples/festival.yaml](../../examples/festival.yaml). Only \`event\` must be there: a section that is left out stays as it is, an empty one removes
what is there.

${parts.join("\n\n")}
`
}

if (import.meta.main) writeFileSync(join(root, "docs/reference/event-file.md"), eventFilePage())
