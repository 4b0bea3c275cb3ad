import { Result } from "effect"
import { Document, isCollection, isMap, isNode, isScalar, isSeq, LineCounter, type Node, visit } from "yaml"
import type { Language } from "../base/Language.ts"
import { type Text, text } from "../base/Sentence.ts"
import { type Contents, type FileProblem, problemsIn, read } from "./EventFile.ts"
import { EventFileInvalid, type LocatedProblem } from "./EventFileInvalid.ts"
import { type ReadBeside, withPictures } from "./EventFilePictures.ts"
import { written } from "./Section.ts"
import { sections } from "./Sections.ts"
import { documentIn, mostProblems } from "./YamlDocument.ts"

/** A path in a file: names of fields, and numbers of list entries from 0. */
export type FilePath = FileProblem["path"]

/** A file that was read. */
export interface ParsedFile {
  readonly contents: Contents
  /** A problem of the part with the path. */
  readonly locate: (problem: FileProblem) => LocatedProblem
}

/** How a file is read. */
export interface Reading {
  readonly language?: Language
  /** Reads pictures beside the file; by default there are none. */
  readonly readBeside?: ReadBeside
}

const noneBeside = text({ en: "it is not there", de: "es ist nicht da" })

/** Longest file, in characters: many times that of a large festival, with the largest pictures that it can have. */
const longest = 60_000_000

/** A field whose name can't be read, at an offset. */
interface BadKey {
  readonly offset: number
  readonly fault: Text
}

const keyTwice = text({ en: "This field is there twice", de: "Dieses Feld kommt zweimal vor" })

const cutOff = text({
  en:
    "The file ends early: it lacks its last line, “# End of the event”. If it is whole, remove what its second line says",
  de:
    "Die Datei endet zu früh: Ihre letzte Zeile, „# End of the event“, fehlt. Ist sie ganz, entfernen Sie ihre zweite Zeile"
})

/** What the first lines of an export say, and its last line. */
const announcement = "# The file is complete if its last line is: # End of the event"
const lastLine = "# End of the event"

/** A text that ends early is still YAML, and what it lacks would be removed from the event. Something may be added below the last line. */
const isCutOff = (given: string): boolean =>
  given.slice(0, 1000).split(/\r?\n/).includes(announcement) &&
  !/^# End of the event\s*$/m.test(given)

const keyNoText = text({ en: "The name of a field is a text", de: "Der Name eines Feldes ist ein Text" })

/**
 * Where a field of an object stands again, or has a list or an object for its name. YAML's own check compares each pair of fields,
 * which takes minutes for ten thousands; names in names are written out again at each level.
 */
const badKeysIn = (document: Document.Parsed): ReadonlyArray<BadKey> => {
  const found: Array<BadKey> = []
  visit(document, {
    Map: (_, map) => {
      const known = new Set<unknown>()
      for (const { key } of map.items) {
        if (isCollection(key)) found.push({ offset: key.range?.[0] ?? 0, fault: keyNoText })
        if (!isScalar(key)) continue
        if (known.has(key.value)) found.push({ offset: key.range?.[0] ?? 0, fault: keyTwice })
        if (found.length > mostProblems) return visit.BREAK
        known.add(key.value)
      }
      return undefined
    }
  })
  return found
}

const andMore = text({
  en: "There are more problems: reading ended here",
  de: "Es gibt weitere Fehler: Hier endete das Lesen"
})
const tooLong = text({ en: "The file is too long", de: "Die Datei ist zu lang" })

/** Reads an event's file; `name` is what messages call it. */
export const parse = (
  name: string,
  given: string,
  { language = "en", readBeside = () => Result.fail(noneBeside[language]) }: Reading = {}
): Result.Result<ParsedFile, EventFileInvalid> => {
  const refuse = (problems: ReadonlyArray<LocatedProblem>) => {
    const listed = problems.slice(0, mostProblems)
    const more = problems.slice(mostProblems, mostProblems + 1).map((one) => ({
      ...one,
      path: "",
      message: andMore[language]
    }))
    return Result.fail(new EventFileInvalid({ file: name, problems: [...listed, ...more] }))
  }
  if (given.length > longest) return refuse([{ ...start, path: "", message: tooLong[language] }])
  if (isCutOff(given)) {
    const last = given.trimEnd().split("\n").length
    return refuse([{ line: last, column: 1, path: "", message: cutOff[language] }])
  }
  const lines = new LineCounter()
  const { document, faults } = documentIn(given, lines, language)
  if (faults.length > 0 || document === undefined) {
    return refuse(faults.map(({ message, pos: [offset] }) => ({ ...at(lines, offset), path: "", message })))
  }
  const locate = locatorOf(document, lines)
  const badKeys = badKeysIn(document)
  if (badKeys.length > 0) {
    return refuse(badKeys.map(({ fault, offset }) => ({ ...at(lines, offset), path: "", message: fault[language] })))
  }
  const json = Result.try({ try: () => document.toJS() as unknown, catch: (error) => String(error) })
  if (Result.isFailure(json)) return refuse([{ ...start, path: "", message: json.failure }])
  const filled = withPictures(json.success, readBeside, language)
  if (filled.problems.length > 0) return refuse(filled.problems.map(locate))
  const contents = read(filled.json, mostProblems)
  if (Result.isFailure(contents)) return refuse(contents.failure.map(locate))
  const problems = problemsIn(contents.success, language).slice(0, mostProblems + 1)
  return problems.length > 0 ? refuse(problems.map(locate)) : Result.succeed({ contents: contents.success, locate })
}

const start = { line: 1, column: 1 }

const at = (lines: LineCounter, offset: number) => {
  const { col, line } = lines.linePos(offset)
  return { line, column: col }
}

/** Finds the part of a document with a path, or the last one on the way there. */
const locatorOf =
  (document: Document.Parsed, lines: LineCounter) => ({ message, path }: FileProblem): LocatedProblem => {
    let node: unknown = document.contents
    let found: Node | null = document.contents
    for (const part of path) {
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined
      const next = pair?.value ?? (isSeq(node) && typeof part === "number" ? node.items[part] : undefined)
      // The name of a field is a better place than the start of its value, which may be in a later line.
      const place = pair?.key ?? next
      if (!isNode(place)) break
      found = place
      node = next
    }
    return { ...at(lines, found?.range?.[0] ?? 0), path: path.join("."), message }
  }

const heading = ` An event of Wristbank: \`wristbank event apply\` makes the event as it is described here.
${announcement.slice(1)}
 \`wristbank event schema > event.schema.json\` lets editors check this file and complete it:
 yaml-language-server: $schema=event.schema.json`

/** Writes an event as a file. Fields that have their default are left out. */
export const print = (contents: Contents): string => {
  const file = Object.fromEntries(sections.flatMap((section): ReadonlyArray<readonly [string, unknown]> => {
    const entries = contents[section.name]?.map((entry) => written(section, entry))
    if (entries === undefined || (section.single && entries.length === 0)) return []
    return [[section.name, section.single ? entries[0] : entries]]
  }))
  const document = new Document(file, { aliasDuplicateObjects: false })
  document.commentBefore = heading
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) if (isNode(key)) key.spaceBefore = true
  }
  visit(document, {
    Seq: (_, list) => {
      if (list.items.every(isScalar)) list.flow = true
    }
  })
  return `${document.toString({ flowCollectionPadding: false, lineWidth: 120 })}\n${lastLine}\n`
}
