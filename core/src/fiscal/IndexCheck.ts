import { Option, Result } from "effect"
import { createHash } from "node:crypto"
import { SaxesParser } from "saxes"
import { grammarFile, indexFile } from "./IndexXml.ts"
import type { ProblemList } from "./PackageProblem.ts"
import { certificateLength, type Column, type Table, type Taxonomy, withCertificates } from "./Table.ts"

/** The hash of the published grammar, in hexadecimal. */
const grammarHash = "af3d4c5a19e991f2d8c53995bc708680bbd7ff9326fde539c55b7e2c63f848a2"

/** Whether the grammar beside the description is the published one. */
export const checkGrammar = (bytes: Uint8Array, problems: ProblemList): void => {
  if (createHash("sha256").update(bytes).digest("hex") !== grammarHash) {
    problems.report(grammarFile, null, "It is not the grammar as it is published")
  }
}

/**
 * Reads the description of the files and compares it with the taxonomy; additional columns for certificates are
 * allowed. Returns the taxonomy with the described number of them.
 */
export const checkIndex = (bytes: Uint8Array, taxonomy: Taxonomy, problems: ProblemList): Taxonomy => {
  const described = Option.getOrUndefined(Result.getSuccess(Result.try(() => read(new TextDecoder().decode(bytes)))))
  if (described === undefined) {
    problems.report(indexFile, null, "It is no XML")
    return taxonomy
  }
  if (described.grammar !== grammarFile) {
    problems.report(indexFile, null, `It names the grammar ${described.grammar || "nowhere"}, expected ${grammarFile}`)
  }
  const tse = described.tables.find(({ file }) => file === "tse.csv")
  const certificates = tse?.columns.filter(({ name }) => name.startsWith("TSE_ZERTIFIKAT_")).length ?? 0
  const expected = withCertificates(taxonomy, certificates * certificateLength)
  compare(described.tables, expected.tables, problems)
  return expected
}

const compare = (
  described: ReadonlyArray<DescribedTable>,
  expected: ReadonlyArray<Table>,
  problems: ProblemList
): void => {
  for (const { columns, file, name } of expected) {
    const found = described.find((table) => table.file === file)
    if (found === undefined) {
      problems.report(indexFile, null, `${file} is not described`)
      continue
    }
    if (found.name !== name) problems.report(indexFile, null, `${file} is called ${found.name}, expected ${name}`)
    const wrong = Array.from(
      { length: Math.max(columns.length, found.columns.length) },
      (_, i) => [shown(found.columns[i]), shown(columns[i])] as const
    ).find(([is, shouldBe]) => is !== shouldBe)
    if (wrong !== undefined) problems.report(indexFile, null, `${file} has ${wrong[0]}, expected ${wrong[1]}`)
  }
  for (const { file } of described) {
    if (!expected.some((table) => table.file === file)) problems.report(indexFile, null, `There is no table ${file}`)
  }
}

const shown = (column: Pick<Column, "kind" | "name"> | undefined): string => {
  if (column === undefined) return "no further column"
  const { kind, name } = column
  return kind.type === "text"
    ? `${name} with ${kind.maxLength} characters`
    : `${name} with ${kind.decimals} decimals`
}

interface DescribedTable {
  file: string
  name: string
  readonly columns: Array<Pick<Column, "kind" | "name">>
}

interface Description {
  grammar: string
  readonly tables: Array<DescribedTable>
}

const read = (xml: string): Description => {
  const description: Description = { grammar: "", tables: [] }
  const parser = new SaxesParser()
  const path: Array<string> = []
  let content = ""
  parser.on("error", (error) => {
    throw error
  })
  parser.on("doctype", (doctype) => {
    description.grammar = /SYSTEM\s+["']([^"']*)["']/.exec(doctype)?.[1] ?? ""
  })
  parser.on("opentag", ({ name }) => {
    path.push(name)
    content = ""
    if (name === "Table") description.tables.push({ file: "", name: "", columns: [] })
    const columns = description.tables.at(-1)?.columns
    if (name === "VariableColumn") columns?.push({ name: "", kind: { type: "text", maxLength: 0 } })
    if (name === "Numeric") setKind(columns, { type: "number", decimals: 0 })
  })
  parser.on("text", (text) => {
    content += text
  })
  parser.on("closetag", () => {
    takeUp(path.slice(-2).join("/"), content, description.tables.at(-1))
    path.pop()
    content = ""
  })
  parser.write(xml.replace(/^\uFEFF/, "")).close()
  return description
}

const takeUp = (place: string, content: string, table: DescribedTable | undefined): void => {
  if (table === undefined) return
  const column = table.columns.at(-1)
  if (place === "Table/URL") table.file = content
  if (place === "Table/Name") table.name = content
  if (place === "VariableColumn/Name" && column !== undefined) {
    table.columns[table.columns.length - 1] = { ...column, name: content }
  }
  if (place === "VariableColumn/MaxLength") setKind(table.columns, { type: "text", maxLength: Number(content) })
  if (place === "Numeric/Accuracy") setKind(table.columns, { type: "number", decimals: Number(content) })
}

const setKind = (columns: DescribedTable["columns"] | undefined, kind: Column["kind"]): void => {
  const column = columns?.at(-1)
  if (columns !== undefined && column !== undefined) columns[columns.length - 1] = { ...column, kind }
}
