import { Download } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useMessages } from "../messages/messages.ts"
import type { Column } from "./Column.ts"

interface SaveCsvProps<Row> {
  /** The name of the file. */
  readonly name: string
  readonly columns: ReadonlyArray<Column<Row>>
  /** The rows, or a way to read them all. */
  readonly rows: ReadonlyArray<Row> | (() => Promise<Answer<ReadonlyArray<Row>>>)
}

/** Saves rows as a file for table programs. */
export function SaveCsv<Row>({ columns, name, rows }: SaveCsvProps<Row>) {
  const say = useMessages()
  const read = async (): Promise<Answer<ReadonlyArray<Row>>> =>
    typeof rows === "function" ? rows() : { ok: true, answer: rows }
  const { busy, refusal, submit } = useSubmit(
    read,
    (all) => void import("./Csv.ts").then(({ saveCsv }) => saveCsv(name, columns, all))
  )
  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void submit()}>
        <Download className="icon" aria-hidden />
        {say.csv}
      </Button>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </>
  )
}
