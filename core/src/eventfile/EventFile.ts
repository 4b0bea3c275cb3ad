import { Predicate, Result, Schema, SchemaIssue, Struct } from "effect"
import type { Language } from "../base/Language.ts"
import { revenueTypes } from "../base/RevenueAccount.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { tillPermissions } from "../event/TillProfile.ts"
import { standardVariants } from "../event/UserTagVariant.ts"
import { undecided } from "../fiscal/FiscalSettings.ts"
import { type Entry, labelOf, nameOf, nodeOf, partsOf, type Section } from "./Section.ts"
import { ofVirtualTill, sections } from "./Sections.ts"

/** The objects of an event by section; a section that is absent is not described, one without objects has none. */
export type Contents = { readonly [section: string]: ReadonlyArray<Entry> | undefined }

/** An event as a file: everything that is set up, by names and paths in place of ids. Amounts are in major units. */
export const EventFile = Schema.Struct({
  ...Object.fromEntries(
    sections.map((section): [string, Schema.optionalKey<Schema.Codec<unknown, unknown>>] => [
      section.name,
      Schema.optionalKey<Schema.Codec<unknown, unknown>>(
        section.single ? section.schema : Schema.Array(section.schema)
      )
    ])
  ),
  event: sections[0]!.schema
})

const decodeFile = Schema.decodeUnknownResult(EventFile, { onExcessProperty: "error" })
const encodeFile = Schema.encodeSync(EventFile)

const sectionNamed = (name: string) => sections.find((section) => section.name === name)!

/** What an event has from its first moment. */
export const blank: Contents = {
  fiscal_settings: [{ ...undecided }],
  event_design: [{ bon_logo: null, site_map: null }],
  user_tag_variants: standardVariants.map((variant) => ({ ...variant })),
  till_layouts: [{ ...sectionNamed("till_layouts").defaults, name: ofVirtualTill }],
  till_profiles: [{
    ...sectionNamed("till_profiles").defaults,
    ...Object.fromEntries(Struct.keys(tillPermissions).map((permission) => [permission, false])),
    name: ofVirtualTill,
    layout: ofVirtualTill
  }]
}

/** Something about a file that contradicts itself, and where in it. */
export interface FileProblem {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const issuesOf = ({ issue }: Schema.SchemaError): ReadonlyArray<FileProblem> =>
  format(issue).issues.map(({ message, path = [] }) => ({
    path: path.map((part) => {
      const key = typeof part === "object" ? part.key : part
      return typeof key === "number" ? key : String(key)
    }),
    message
  }))

const problemsOf = (given: unknown): ReadonlyArray<FileProblem> =>
  Result.match(decodeFile(given, { errors: "all" }), { onSuccess: () => [], onFailure: issuesOf })

/** Objects of a list that are checked at a time. */
const partSize = 100

/** The problems of a file in parts, so that no one looks for more of them than anyone reads. */
function* problemsByPart(given: unknown): Generator<FileProblem> {
  const lists = Predicate.isReadonlyObject(given)
    ? sections.flatMap(({ name, single }) => {
      const list: unknown = given[name]
      return !single && Array.isArray(list) ? [[name, list] as const] : []
    })
    : []
  const others = lists.length === 0
    ? given
    : { ...given as object, ...Object.fromEntries(lists.map(([name]) => [name, []])) }
  yield* problemsOf(others)
  for (const [name, list] of lists) {
    for (let first = 0; first < list.length; first += partSize) {
      for (const { message, path } of problemsOf({ [name]: list.slice(first, first + partSize) })) {
        const [section, index, ...rest] = path
        // What the part lacks of the file is no problem of the file.
        if (section === name && typeof index === "number") yield { path: [name, first + index, ...rest], message }
      }
    }
  }
}

/**
 * Reads a file: all of its objects with all of their fields, in one form for each value. Fails with its first problems, one more than
 * `most` if there are more; by default with all.
 */
export const read = (
  given: unknown,
  most = Number.POSITIVE_INFINITY
): Result.Result<Contents, ReadonlyArray<FileProblem>> =>
  Result.mapBoth(decodeFile(given), {
    onSuccess: (file) =>
      Object.fromEntries(
        Object.entries(encodeFile(file)).map(([name, value]) => [name, Array.isArray(value) ? value : [value as Entry]])
      ),
    onFailure: () => [...problemsByPart(given).take(most + 1)]
  })

/** The names that every event knows, by section. */
const everywhere: { readonly [section: string]: ReadonlyArray<string> } = {
  tax_rates: ["none"],
  till_layouts: [ofVirtualTill],
  till_profiles: [ofVirtualTill],
  user_tag_variants: standardVariants.map(({ variant_name }) => variant_name)
}

/** Whether an object at the node, such as `Main stage/Left bar`, can refer to those at the other. */
export const sees = (node: string, other: string): boolean =>
  other === "" || node === other || node.startsWith(`${other}/`)

/** The names that a field of an object gives. */
export const namesIn = (value: Schema.Json | undefined): ReadonlyArray<string> =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

const contradictions = {
  unknown: text({
    en: "{object:sentence}: there is no {missing:sentence} here",
    de: "{object:sentence}: {missing:sentence} gibt es hier nicht"
  }),
  withoutNode: text({
    en: "{object:sentence}: there is no node {path}",
    de: "{object:sentence}: Den Ort {path} gibt es nicht"
  }),
  twice: text({ en: "{object:sentence} is there twice", de: "{object:sentence} kommt zweimal vor" }),
  noSales: text({
    en: "{object:sentence}: {account} takes no sales",
    de: "{object:sentence}: Auf {account} darf kein Erlös gebucht werden"
  })
}

interface Contradiction {
  readonly field: string
  readonly sentence: Sentence
}

/** The nodes of the objects of each described section, by their names. */
type Places = ReadonlyMap<string, ReadonlyMap<string, ReadonlyArray<string>>>

const placesIn = (contents: Contents): Places =>
  new Map(sections.flatMap((section) => {
    const entries = contents[section.name]
    if (entries === undefined) return []
    const named = Map.groupBy(entries, (entry) => nameOf(section, entry))
    return [[section.name, new Map(Array.from(named, ([name, those]) => [name, those.map(nodeOf)]))] as const]
  }))

/** The fields of an object that name others, with the section of those and the names. */
const named = (section: Section, entry: Entry): ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> => [
  ...Object.entries(section.references).map(([field, { to }]) => [field, to, namesIn(entry[field])] as const),
  ...(section.parts === null
    ? []
    : [[
      section.parts.list,
      section.parts.to,
      partsOf(section, entry).map((part) => String(part[section.parts!.name]))
    ]] as const)
]

/** Names that lead nowhere. Roles may be those of nodes above the event, and accounts are only known to the database. */
const unknownNames = (known: Places, section: Section, entry: Entry): ReadonlyArray<Contradiction> =>
  named(section, entry).flatMap(([field, to, names]) => {
    const target = sections.find(({ name }) => name === to)
    const places = known.get(to)
    if (target === undefined || places === undefined || to === "user_roles") return []
    return names
      .filter((name) => everywhere[to]?.includes(name) !== true)
      .filter((name) => places.get(name)?.some((other) => sees(nodeOf(entry), other)) !== true)
      .map((name) => ({
        field,
        sentence: say(contradictions.unknown, {
          object: labelIn(section, entry),
          missing: (language) => `${target.singular[language]} ${name}`
        })
      }))
  })

const labelIn = (section: Section, entry: Entry): Sentence => (language) => labelOf(section, entry, language)

const withoutNode = ({ nodes }: Contents, section: Section, entry: Entry): ReadonlyArray<Contradiction> => {
  const [field, path] = section.name === "nodes"
    ? ["path", String(entry["path"]).split("/").slice(0, -1).join("/")]
    : ["at", nodeOf(entry)]
  return path === "" || nodes === undefined || nodes.some((node) => node["path"] === path)
    ? []
    : [{ field, sentence: say(contradictions.withoutNode, { object: labelIn(section, entry), path }) }]
}

/** Returns whatever in a file contradicts itself: objects that are there twice, names and nodes that are not there. */
export const problemsIn = (contents: Contents, language: Language = "en"): ReadonlyArray<FileProblem> => {
  const known = placesIn(contents)
  return sections.flatMap((section) => {
    const entries = contents[section.name] ?? []
    const seen = new Set<string>()
    return entries.flatMap((entry, index) => {
      const path = section.single ? [section.name] : [section.name, index]
      const key = JSON.stringify(section.identity.map((field) => entry[field]))
      const isTwice = seen.has(key) && !section.namesRepeat
      seen.add(key)
      return [
        ...(isTwice
          ? [{ path, message: say(contradictions.twice, { object: labelIn(section, entry) })(language) }]
          : []),
        ...[...withoutNode(contents, section, entry), ...unknownNames(known, section, entry)]
          .map(({ field, sentence }) => ({ path: [...path, field], message: sentence(language) }))
      ]
    })
  })
}

/**
 * Returns the references to accounts that take no sales. No event can be made with them, but one may have them from before they were
 * refused, so its file is read all the same.
 */
export const withoutSales = (contents: Contents, language: Language = "en"): ReadonlyArray<FileProblem> =>
  sections.flatMap((section) => {
    const fields = Object.keys(section.references).filter((field) => section.references[field]?.to === "accounts")
    return (contents[section.name] ?? []).flatMap((entry, index) =>
      fields.flatMap((field) =>
        namesIn(entry[field]).filter((account) => !revenueTypes.some((type) => type === account)).map((account) => ({
          path: [section.name, index, field],
          message: say(contradictions.noSales, { object: labelIn(section, entry), account })(language)
        }))
      )
    )
  })
