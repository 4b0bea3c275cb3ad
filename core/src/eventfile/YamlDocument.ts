import { Data } from "effect"
import {
  Composer,
  type CST,
  type Document,
  Lexer,
  type LineCounter,
  Parser,
  YAMLParseError,
  type YAMLWarning
} from "yaml"
import type { Language } from "../base/Language.ts"
import { text } from "../base/Sentence.ts"

/** No one reads more problems at once, and another kind of file has one in each line. Reading ends at one more. */
export const mostProblems = 200

/**
 * Deepest nesting of lists and objects, in levels of YAML's parser: those of an event's file have less than ten. Objects that are
 * fields of each other take cubic time to be named. A file with a fault in each line has some more levels than listed problems.
 */
const deepest = 250

/** Parts of a text that are parsed after the first fault, to list further ones: a festival with 300 products has some 10,000. */
const mostAfterFault = 20_000

const tooDeep = text({
  en: "Lists or objects lie too deep in each other here: is a bracket never closed?",
  de: "Listen oder Objekte liegen hier zu tief ineinander: Ist eine Klammer nie geschlossen?"
})

/** What the lexer says when brackets end without having been closed. */
const flowEnd = "\u0018"

/** What YAML's composer calls with each fault. */
type NoteFault = (source: unknown, code: string, message: string, warning?: boolean) => void

/** Ends the reading of a document. */
class Ended extends Data.Error {}

/** A document as far as it was read. */
export interface ReadDocument {
  /** `undefined` if reading ended before it was complete. */
  readonly document: Document.Parsed | undefined
  readonly faults: ReadonlyArray<YAMLParseError | YAMLWarning>
  /** Parts of the text that were parsed: fewer than the text has if reading ended early. */
  readonly lexemes: number
}

/** Parses a text until it nests too deep or has too many faults: YAML's own function goes on to the end, for seconds. */
const tokensIn = (given: string, lines: LineCounter, language: Language) => {
  const parser = new Parser(lines.addNewLine)
  const tokens: Array<CST.Token> = []
  let [faults, firstFault, lexemes] = [0, Infinity, 0]
  let fault: YAMLParseError | undefined
  // Then each of them is a fault as well.
  let inBrackets = false
  for (const lexeme of new Lexer().lex(given)) {
    lexemes++
    if (lexeme === flowEnd) faults++
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") faults++
      tokens.push(token)
    }
    if (faults > 0) firstFault = Math.min(firstFault, lexemes)
    if (parser.stack.length > deepest) {
      fault = new YAMLParseError(
        [parser.offset - lexeme.length, parser.offset],
        "BAD_COLLECTION_TYPE",
        tooDeep[language]
      )
    }
    if (fault !== undefined) inBrackets = parser.stack.at(-1)?.type === "flow-collection"
    if (fault !== undefined || faults > mostProblems || lexemes - firstFault > mostAfterFault) break
  }
  tokens.push(...parser.end())
  return { fault, lexemes, tokens: inBrackets ? [] : tokens }
}

/** Reads a document as far as its depth and its faults allow. */
export const documentIn = (given: string, lines: LineCounter, language: Language): ReadDocument => {
  // As `Parser.parse` does: the beginning of the first line is one as well.
  lines.addNewLine(0)
  const { fault: depth, lexemes, tokens } = tokensIn(given, lines, language)
  const composer = new Composer({ prettyErrors: false, merge: true, uniqueKeys: false })
  const note: NoteFault = Reflect.get(composer, "onError")
  let noted = 0
  // The only place that every fault passes.
  Reflect.set(composer, "onError", (...fault: Parameters<NoteFault>) => {
    note(...fault)
    if (++noted > mostProblems) throw new Ended()
  })
  try {
    const [document, second] = composer.compose(tokens, true, given.length)
    const several = second === undefined
      ? []
      : [
        new YAMLParseError(
          second.range.slice(0, 2) as [number, number],
          "MULTIPLE_DOCS",
          "There are several documents in the file"
        )
      ]
    // What is wrong where reading ended follows from that end.
    if (depth !== undefined) return { document, faults: [...document!.errors.filter(before(depth)), depth], lexemes }
    return { document, faults: [...document!.errors, ...document!.warnings, ...several], lexemes }
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    return { document: undefined, faults: composer.streamInfo().errors, lexemes }
  }
}

const before = ({ pos: [end] }: YAMLParseError) => ({ message, pos: [from] }: YAMLParseError): boolean =>
  from < end && !message.includes("must be sufficiently indented")
