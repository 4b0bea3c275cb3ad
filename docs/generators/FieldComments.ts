/** The comments of the fields in the schemas of a document, found along the schemas that the document was made from. */
import { Schema } from "effect"
import { paragraphsOf } from "./CommentText.ts"
import type { Flaw } from "./CommentText.ts"
import { commentOfField } from "./SourceComments.ts"
import { usualWords } from "./UsualFields.ts"

type Fields = Readonly<Record<string, unknown>>
type Texts = Record<string, string>

const isRecord = (u: unknown): u is Fields => typeof u === "object" && u !== null && !Array.isArray(u)

/** What a schema consists of in its encoded form, besides fields. */
const partsOf = (schema: Schema.Top): ReadonlyArray<unknown> => {
  const { elements, from, members, rest, schema: inner, to, value } = schema as unknown as Fields
  if (from !== undefined) return structsOf(from).length > 0 || isAmount(from) ? [from] : [to]
  return [inner, value, ...[elements, members, rest].flatMap((some) => Array.isArray(some) ? some : [])]
}

/** The fields of the objects that a schema describes, alone or in lists. */
export const structsOf = (schema: unknown): ReadonlyArray<Fields> => {
  if (!Schema.isSchema(schema)) return []
  const { fields } = schema as unknown as { readonly fields?: Fields }
  return fields === undefined ? partsOf(schema).flatMap(structsOf) : [fields]
}

/** Whether a value is an amount of money, or a list of them. */
const isAmount = (schema: unknown): boolean =>
  Schema.isSchema(schema) && (schema.ast.annotations?.["identifier"] === "Cents" || partsOf(schema).some(isAmount))

/** What every amount of money says of its unit. */
export const amountUnit = "Amount in major units: 6.5 is 6.50."

/** A field, with the schemas that were written for it. */
interface Field {
  readonly name: string
  /** `path`, `query`, `header`, or empty for a field of an object. */
  readonly where: string
  readonly schemas: ReadonlyArray<unknown>
  readonly owner: string
  /** Where its owner is declared, should its own place not be known. */
  readonly place: string
}

/** Where the texts of fields go. */
interface Target {
  readonly texts: Texts
  /** Stands before the names of the fields. */
  readonly at: string
  readonly owner: string
  readonly place: string
}

const prefix = "#/components/schemas/"

export class FieldComments {
  readonly flaws: Array<Flaw> = []
  readonly #schemas: Fields
  readonly #named = new Map<string, Texts>()

  /** `schemas` are the named ones of the document. */
  constructor(schemas: Fields) {
    this.#schemas = schemas
  }

  /** The text of a field; a flaw is noted if it has none. */
  textOf({ name, owner, place, schemas, where }: Field): string | undefined {
    const comments = schemas.map(commentOfField).filter((comment) => comment !== undefined)
    const text = comments.find((comment) => comment.text !== null)?.text ?? usualWords(name, where)
    const at = comments[0]?.place ?? place
    const field = `${owner}.${name}`
    if (text === undefined) return void this.flaws.push({ place: at, flaw: `${field}: no comment` })
    if (/\bcents?\b/i.test(text)) this.flaws.push({ place: at, flaw: `${field}: amounts have no cents on the wire` })
    const said = paragraphsOf(text).join("\n\n")
    return where === "" && schemas.some(isAmount) ? `${said} ${amountUnit}` : said
  }

  /** Reads the fields of a JSON schema that was made from objects with these fields. */
  read(json: unknown, structs: ReadonlyArray<Fields>, target: Target): void {
    if (Array.isArray(json)) return json.forEach((one) => this.read(one, structs, target))
    if (!isRecord(json)) return
    const { $ref, properties, ...rest } = json
    if (typeof $ref === "string" && $ref.startsWith(prefix)) {
      this.readNamed($ref.slice(prefix.length), structs, target.place)
    }
    for (const [name, field] of Object.entries(isRecord(properties) ? properties : {})) {
      this.#readField(name, field, structs, target)
    }
    for (const part of Object.values(rest)) this.read(part, structs, target)
  }

  #readField(name: string, json: unknown, structs: ReadonlyArray<Fields>, target: Target) {
    const schemas = structs.map((fields) => fields[name]).filter((schema) => schema !== undefined)
    if (schemas.length > 0 && target.texts[target.at + name] === undefined) {
      const text = this.textOf({ name, where: "", schemas, owner: target.owner, place: target.place })
      if (text !== undefined) target.texts[target.at + name] = text
    }
    this.read(json, schemas.flatMap(structsOf), { ...target, at: `${target.at}${name}.` })
  }

  /** Reads a named schema, if it was not read yet. */
  readNamed(name: string, structs: ReadonlyArray<Fields>, place: string): void {
    if (this.#named.has(name) || structs.length === 0) return
    const texts: Texts = {}
    this.#named.set(name, texts)
    this.read(this.#schemas[name], structs, { texts, at: "", owner: name, place })
  }

  /** The texts of each named schema, in the order of the document. */
  named(): Readonly<Record<string, Readonly<Texts>>> {
    const entries = Object.keys(this.#schemas).map((name): [string, Texts] => [name, this.#named.get(name) ?? {}])
    return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0))
  }
}
