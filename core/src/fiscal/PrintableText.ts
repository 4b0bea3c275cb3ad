import anyAscii from "any-ascii"
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js"

/** The characters that a TrueType font draws, as Unicode numbers (OpenType, table `cmap`, format 4). */
export const charactersOf = (font: Uint8Array): ReadonlySet<number> => {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = Array.from({ length: view.getUint16(4) }, (_, at) => 12 + at * 16)
    .filter((record) => view.getUint32(record) === 0x63_6d_61_70)
    .map((record) => view.getUint32(record + 8))
  const tables = cmap.flatMap((start) =>
    Array.from({ length: view.getUint16(start + 2) }, (_, at) => start + view.getUint32(start + 8 + at * 8))
  )
  return new Set(tables.filter((table) => view.getUint16(table) === 4).flatMap((table) => segmentsOf(view, table)))
}

const segmentsOf = (view: DataView, table: number): ReadonlyArray<number> => {
  const doubled = view.getUint16(table + 6)
  const found: Array<number> = []
  for (let at = 0; at < doubled; at += 2) {
    const last = view.getUint16(table + 14 + at)
    const first = view.getUint16(table + 16 + doubled + at)
    for (let character = first; character <= last && character < 0xffff; character++) found.push(character)
  }
  return found
}

const usual = /^[\n\x20-\x7e]*$/

/**
 * A text in the characters of a font: what it has stays, blanks of any width become one that keeps words together, marks that no letter
 * is composed with are left out, and letters of other scripts and emoji are written in Latin letters, as `:beer:` and `LaMian`. Fonts of all
 * scripts would be tens of megabytes, and a box would be no kind of goods (§ 6 KassenSichV).
 */
export const printable = (text: string, has: ReadonlySet<number>): string =>
  usual.test(text) ? text : Array.from(text.normalize("NFC"), (character) => written(character, has)).join("")

const written = (character: string, has: ReadonlySet<number>): string => {
  if (character === "\n") return character
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) return ""
  if (/\p{Zs}/u.test(character)) return character === " " ? character : "\u00a0"
  return has.has(character.codePointAt(0)!) ? character : (latin.get(character) ?? anyAscii(character)) || "?"
}

/** Letters that the package leaves out. */
const latin = new Map([["\u0627", "a"]])

/** What is no text. */
const drawn = new Set(["canvas", "image", "svg"])

const withTexts = (node: unknown, has: ReadonlySet<number>): unknown => {
  if (typeof node === "string") return printable(node, has)
  if (Array.isArray(node)) return node.map((one) => withTexts(one, has))
  if (typeof node !== "object" || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, drawn.has(key) ? value : withTexts(value, has)])
  )
}

/** A document whose texts the font can draw. */
export const printableDocument = (
  document: TDocumentDefinitions,
  has: ReadonlySet<number>
): TDocumentDefinitions => {
  const { content, footer } = document
  return {
    ...document,
    content: withTexts(content, has) as Content,
    ...(typeof footer === "function"
      ? { footer: (...page) => withTexts(footer(...page), has) as Content }
      : {})
  }
}
