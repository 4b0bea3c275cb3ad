import { Download } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer, CallOptions } from "../../kit/Call.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useAddressValue } from "../address.ts"
import type { Pages } from "../answers.ts"
import { saveFile } from "../download.ts"
import { useMessages } from "../messages/messages.ts"
import { SaveCsv } from "./SaveCsv.tsx"
import { Table, type TableProps } from "./Table.tsx"

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
  /**
   * Asks for the whole list with the same filters; the options make the answer a file. Without it the file is written here,
   * from the rows of all pages.
   */
  readonly asFile?: (options: CallOptions) => Promise<Answer<unknown>>
}

/**
 * A long list that the server filters, sorts and answers in pages: further ones are loaded when the person comes near the end of
 * those that are there.
 */
export function ServerList<Row>({ asFile, children, empty, of, ...list }: ServerListProps<Row>) {
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
        {of.data !== undefined && of.data.length > 0 && (
          asFile === undefined
            ? <SaveCsv name={list.label} columns={list.columns} rows={of.all} />
            : <FileButton name={list.label} ask={asFile} />
        )}
      </div>
      <Loaded of={of} lines={8}>
        {(rows) =>
          rows.length === 0 ? <div className="empty">{empty}</div> : (
            <>
              <Table
                {...list}
                rows={rows}
                total={of.total}
                order={order}
                onOrder={list.sortKeys === undefined ? undefined : setOrder}
              />
              {of.more !== undefined && <More more={of.more} loading={of.loading} />}
            </>
          )}
      </Loaded>
    </div>
  )
}

/** The end of what is loaded; loads more when it comes near the window, or when it is pressed. */
const More = ({ loading, more }: { readonly more: () => void; readonly loading: boolean }) => {
  const say = useMessages()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef({ loading, more })
  useEffect(() => {
    latest.current = { loading, more }
  })
  useEffect(() => {
    const loadNear = () => {
      const distance = (end.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - innerHeight
      if (distance < 1_200 && !latest.current.loading) latest.current.more()
    }
    addEventListener("scroll", loadNear, { passive: true })
    return () => removeEventListener("scroll", loadNear)
  }, [])
  return (
    <div ref={end}>
      <Button busy={loading} onClick={more}>{say.more}</Button>
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
