import { create } from "xmlbuilder2"
import { type Column, dialect, type Taxonomy } from "./Table.ts"

/** The file that describes all others, and the grammar it names. */
export const indexFile = "index.xml"
export const grammarFile = "gdpdu-01-09-2004.dtd"

/**
 * The description of the files (GDPdU-Beschreibungsstandard 1.0). For the columns of the taxonomy it equals the
 * official file byte by byte; the business is named in cashpointclosing.csv only.
 */
export const indexXml = ({ tables }: Taxonomy): Uint8Array => {
  const document = create({ version: "1.0", encoding: "utf-8" })
  document.dtd({ sysID: grammarFile })
  const root = document.ele("DataSet")
  root.ele("Version").txt("1.0")
  const supplier = root.ele("DataSupplier")
  supplier.ele("Name").up().ele("Location")
  supplier.ele("Comment").txt("Datentraegerueberlassung nach GDPdU vom 12.11.2010")
  const media = root.ele("Media")
  media.ele("Name").txt("CD Nummer 1")
  for (const { columns, file, name } of tables) {
    const table = media.ele("Table")
    table.ele("URL").txt(file).up().ele("Name").txt(name).up().ele("Description").txt(file).up().ele("UTF8")
    table.ele("DecimalSymbol").txt(dialect.decimalSymbol)
    table.ele("DigitGroupingSymbol").txt(dialect.digitGroupingSymbol)
    table.ele("Range").ele("From").txt("2")
    const content = table.ele("VariableLength")
    content.ele("ColumnDelimiter").txt(dialect.delimiter)
    content.ele("RecordDelimiter").txt(dialect.recordDelimiter)
    content.ele("TextEncapsulator").txt(dialect.quote)
    for (const column of columns) describe(content.ele("VariableColumn"), column)
  }
  const xml = document.end({ prettyPrint: true, newline: "\r\n", spaceBeforeSlash: true })
  return new TextEncoder().encode(`\uFEFF${xml.replaceAll(literalDelimiter, escapedDelimiter)}`)
}

/** XML readers turn a literal line end into a single line feed. */
const literalDelimiter = ">\r\n</RecordDelimiter>"
const escapedDelimiter = ">&#xD;&#xA;</RecordDelimiter>"

type Element = ReturnType<ReturnType<typeof create>["ele"]>

const describe = (element: Element, { description, kind, name }: Column) => {
  element.ele("Name").txt(name).up().ele("Description").txt(description)
  if (kind.type === "text") element.ele("AlphaNumeric").up().ele("MaxLength").txt(String(kind.maxLength))
  else if (kind.decimals === 0) element.ele("Numeric")
  else element.ele("Numeric").ele("Accuracy").txt(String(kind.decimals))
}
