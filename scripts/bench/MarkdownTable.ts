export const printTable = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`)
  process.stdout.write(`${lines.join("")}\n`)
}

/** Prints what was measured in several cases, with a column for each of them. */
export const printColumns = (
  heads: ReadonlyArray<string>,
  columns: ReadonlyArray<Readonly<Record<string, number | string>>>
) =>
  printTable(
    ["", ...heads],
    Object.keys(columns[0] ?? {}).map((name) => [name, ...columns.map((column) => column[name] ?? "")])
  )
