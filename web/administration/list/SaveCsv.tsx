import { Download } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import { useMessages } from "../messages/messages.ts"
import type { Column } from "./Column.ts"

interface SaveCsvProps<Row> {
  /** The name of the file. */
  readonly name: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
}

/** Saves rows as a file for table programs. */
export function SaveCsv<Row>({ columns, name, rows }: SaveCsvProps<Row>) {
  const say = useMessages()
  return (
    <Button
      kind="quiet"
      onClick={() => void import("./Csv.ts").then(({ saveCsv }) => saveCsv(name, columns, rows))}
    >
      <Download className="icon" aria-hidden />
      {say.csv}
    </Button>
  )
}
