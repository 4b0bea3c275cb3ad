/** The content of a column: text up to a length, or a number with fixed decimals. */
type ColumnKind =
  | { readonly type: "text"; readonly maxLength: number }
  | { readonly type: "number"; readonly decimals: number }

export interface Column {
  readonly name: string
  /** The words of the official description of the files. */
  readonly description: string
  readonly kind: ColumnKind
}

/** One file of an export. */
export interface Table {
  readonly file: string
  /** The name of the table in the official description. */
  readonly name: string
  readonly columns: ReadonlyArray<Column>
}

/** A version of DSFinV-K: which files an export has, in the order of its description. */
export interface Taxonomy {
  readonly version: string
  readonly tables: ReadonlyArray<Table>
}

/**
 * The values of a row by column: text, whole numbers, and amounts in hundredths; a column that is absent stays empty.
 */
export type Row = { readonly [column: string]: string | number | bigint | undefined }

export const text = (name: string, maxLength: number, description: string): Column => ({
  name,
  description,
  kind: { type: "text", maxLength }
})

export const number = (name: string, decimals: number, description: string): Column => ({
  name,
  description,
  kind: { type: "number", decimals }
})

/** How the files are written: one dialect in all versions. */
export const dialect = {
  delimiter: ";",
  recordDelimiter: "\r\n",
  quote: "\"",
  decimalSymbol: ",",
  digitGroupingSymbol: "."
} as const

/** The digits of a certificate that one column holds. */
export const certificateLength = 1000

const firstCertificateColumns = 2

const roman = (n: number): string => {
  const digits = [[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]] as const
  const digit = digits.find(([value]) => value <= n)
  return digit === undefined ? "" : digit[1] + roman(n - digit[0])
}

/** The column of a part of the certificate, from 1. */
export const certificateColumn = (part: number): string => `TSE_ZERTIFIKAT_${roman(part)}`

/**
 * The taxonomy with as many columns for certificates as the longest needs. The official description has two; longer
 * certificates get columns of the same kind in file and description alike.
 */
export const withCertificates = (taxonomy: Taxonomy, longest: number): Taxonomy => {
  const parts = Math.ceil(longest / certificateLength)
  if (parts <= firstCertificateColumns) return taxonomy
  const more = Array.from({ length: parts - firstCertificateColumns }, (_, i) =>
    text(
      certificateColumn(firstCertificateColumns + 1 + i),
      certificateLength,
      "Ggf. Rest des base64-codierten Zertifikats der TSE (in base64-Codierung)"
    ))
  return {
    ...taxonomy,
    tables: taxonomy.tables.map((table) =>
      table.file === "tse.csv" ? { ...table, columns: [...table.columns, ...more] } : table
    )
  }
}
