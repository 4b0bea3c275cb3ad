import { Predicate, Result, Schema, SchemaIssue, Struct } from "effect"
import type { Language } from "../base/Language.ts"
import { revenueTypes } from "../base/RevenueAccount.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { tillPermissions } from "../event/TillProfile.ts"
import { standardVariants } from "../event/UserTagVariant.ts"
import { undecided } from "../fiscal/FiscalSettings.ts"
import { type Entry, filled, hasVersions, labelOf, nameOf, nodeOf, partsOf, type Section } from "./Section.ts"
import { ofVirtualTill, sectionNamed, sections } from "./Sections.ts"

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
        Object.entries(encodeFile(file)).map(([name, value]) => {
          const section = sectionNamed(name)
          const entries: ReadonlyArray<Entry> = Array.isArray(value) ? value : [value as Entry]
          return [name, hasVersions(section) ? entries.map((entry) => filled(section, entry)) : entries]
        })
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
  outOfOrder: text({
    en: "{object:sentence}: versions stand in the order in which they begin, each at a moment of its own",
    de: "{object:sentence}: Versionen stehen in der Reihenfolge, in der sie beginnen, jede zu einer anderen Zeit"
  }),
  noSales: text({
    en: "{object:sentence}: {account} takes no sales",
    de: "{object:sentence}: Auf {account} darf kein Erlös gebucht werden"
  })
}

interface Contradiction {
  /** Where in the object. */
  readonly path: ReadonlyArray<string | number>
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

/** The names that an object gives in a field, and the section of the objects that they mean. */
interface Named {
  readonly path: Contradiction["path"]
  readonly to: string
  readonly names: ReadonlyArray<string>
}

const namedBy = (references: Section["references"], values: Entry, above: Contradiction["path"]) =>
  Object.entries(references).map(([field, { to }]): Named => ({
    path: [...above, field],
    to,
    names: namesIn(values[field])
  }))

/** All names that an object gives. */
const named = (section: Section, entry: Entry): ReadonlyArray<Named> => {
  const { parts } = section
  return [
    ...namedBy(section.references, entry, []),
    ...(parts === null
      ? []
      : partsOf(section, entry).flatMap((part, at) => namedBy(parts.references, part, [parts.list, at])))
  ]
}

/** Names that lead nowhere. Roles may be those of nodes above the event, and accounts are only known to the database. */
const unknownNames = (known: Places, section: Section, entry: Entry): ReadonlyArray<Contradiction> =>
  named(section, entry).flatMap(({ names, path, to }) => {
    const target = sections.find(({ name }) => name === to)
    const places = known.get(to)
    if (target === undefined || places === undefined || to === "user_roles") return []
    return names
      .filter((name) => everywhere[to]?.includes(name) !== true)
      .filter((name) => places.get(name)?.some((other) => sees(nodeOf(entry), other)) !== true)
      .map((name) => ({
        path,
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
    : [{ path: [field], sentence: say(contradictions.withoutNode, { object: labelIn(section, entry), path }) }]
}

/** The first version that does not begin after the one before it. */
const outOfOrder = (section: Section, entry: Entry): ReadonlyArray<Contradiction> => {
  if (!hasVersions(section)) return []
  const begun = partsOf(section, entry).map((version) => String(version["valid_from"]))
  const at = begun.findIndex((moment, n) => n > 0 && moment <= begun[n - 1]!)
  return at < 0 ? [] : [{
    path: [section.parts!.list, at, "valid_from"],
    sentence: say(contradictions.outOfOrder, { object: labelIn(section, entry) })
  }]
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
        ...[
          ...withoutNode(contents, section, entry),
          ...outOfOrder(section, entry),
          ...unknownNames(known, section, entry)
        ].map(({ path: within, sentence }) => ({ path: [...path, ...within], message: sentence(language) }))
      ]
    })
  })
}

/**
 * Returns the references to accounts that take no sales. No event can be made with them, but one may have them from before they were
 * refused, so its file is read all the same.
 */
export const withoutSales = (contents: Contents, language: Language = "en"): ReadonlyArray<FileProblem> =>
  sections.flatMap((section) =>
    (contents[section.name] ?? []).flatMap((entry, index) =>
      named(section, entry).filter(({ to }) => to === "accounts").flatMap(({ names, path }) =>
        names.filter((account) => !revenueTypes.some((type) => type === account)).map((account) => ({
          path: [section.name, index, ...path],
          message: say(contradictions.noSales, { object: labelIn(section, entry), account })(language)
        }))
      )
    )
  )
