/** What the comments in the sources say of the named schemas of a document. */
import { type Flaw, paragraphsOf } from "./CommentText.ts"
import { amountUnit } from "./FieldComments.ts"
import { commentsOfSchema, type NamedComment } from "./SourceComments.ts"

type Schemas = Readonly<Record<string, unknown>>

const keysOf = (u: unknown): string => Object.keys(Object(u)).toSorted().join()

/** Of several schemas with the same name, the one with the fields that the document shows. */
const shownIn = (json: unknown, comments: ReadonlyArray<NamedComment>): NamedComment | undefined => {
  if (comments.length < 2) return comments[0]
  const shown = keysOf(Reflect.get(Object(json), "properties"))
  return comments.find(({ schema }) => keysOf(Reflect.get(schema, "fields")) === shown)
}

/** The name in the sources: an object with its version is the object, and a second form of a schema has a number at its end. */
const sourceName = (name: string) => name.replace(/^Versioned/, "").replace(/_\d+$/, "")

/** The texts of the schemas by their names, and what is wrong with them. */
export const schemaTexts = (
  schemas: Schemas
): { readonly texts: Record<string, string>; readonly flaws: Array<Flaw> } => {
  const texts: Record<string, string> = {}
  const flaws: Array<Flaw> = []
  for (const [name, json] of Object.entries(schemas)) {
    if (typeof Reflect.get(Object(json), "description") === "string") continue
    if (sourceName(name) === "Cents") {
      texts[name] = amountUnit
      continue
    }
    const comment = shownIn(json, commentsOfSchema(sourceName(name)))
    const text = paragraphsOf(comment?.text ?? "").join("\n\n")
    const place = comment?.place ?? `${name}:0`
    if (text !== "") texts[name] = text
    else flaws.push({ place, flaw: `${name}: no comment` })
    if (/\bcents?\b/i.test(text)) flaws.push({ place, flaw: `${name}: amounts have no cents on the wire` })
  }
  return { texts, flaws }
}
