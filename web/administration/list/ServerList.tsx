import { Download } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer, CallOptions } from "../../kit/Call.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useAddressValue } from "../address.ts"
import type { Pages } from "../answers.ts"
import { saveFile } from "../download.ts"
import { useMessages } from "../messages/messages.ts"
import { PagedList } from "./List.tsx"
import type { TableProps } from "./Table.tsx"

/** The order in the address if the server knows it; for the query of a list. */
export const useServerOrder = <Key extends string>(keys: ReadonlyArray<Key>): { readonly sort?: Key | `-${Key}` } => {
  const [order] = useAddressValue("sort")
  const key = keys.find((one) => order === one || order === `-${one}`)
  return key === undefined ? {} : { sort: order.startsWith("-") ? `-${key}` : key }
}

interface ServerListProps<Row> extends Omit<TableProps<Row>, "onOrder" | "order" | "rows" | "total"> {
  readonly of: Pages<Row>
  readonly empty: ReactNode
  /** Filters of the list. */
  readonly children?: ReactNode
  /** Asks for the whole list with the same filters; the options make the answer a file. */
  readonly asFile?: (options: CallOptions) => Promise<Answer<unknown>>
}

/** A long list that the server filters, sorts, counts and gives as a file. */
export function ServerList<Row>({ asFile, children, of, ...list }: ServerListProps<Row>) {
  const say = useMessages()
  const { count } = useFormats()
  const [order, setOrder] = useAddressValue("sort")
  return (
    <div className="stack">
      <div className="list-tools">
        {children}
        {of.total !== undefined && (
          <span className="muted small" role="status">{say.rows(count(of.total), of.total)}</span>
        )}
        {asFile !== undefined && of.data !== undefined && of.data.length > 0 && (
          <FileButton name={list.label} ask={asFile} />
        )}
      </div>
      <PagedList
        {...list}
        of={of}
        total={of.total}
        order={order}
        onOrder={list.sortKeys === undefined ? undefined : setOrder}
      />
    </div>
  )
}

/** A whole list may take the server minutes. */
const fileOptions: CallOptions = { headers: { accept: "text/csv" }, timeoutMilliseconds: 600_000 }

const FileButton = ({ ask, name }: {
  readonly name: string
  readonly ask: (options: CallOptions) => Promise<Answer<unknown>>
}) => {
  const say = useMessages()
  const { busy, refusal, submit } = useSubmit(() => ask(fileOptions), (file) => {
    if (file instanceof Blob) saveFile(file, `${name}.csv`)
  })
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
