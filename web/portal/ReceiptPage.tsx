import { useAtomValue } from "jotai"
import { FileText, Printer } from "lucide-react"
import { useMemo } from "react"
import { keptAtom, useKept } from "../kit/Answers.ts"
import { languageAtom } from "../kit/Language.ts"
import { Loaded } from "../kit/Loaded.tsx"
import { Awaited, Paper, useAwaited } from "../kit/receipt/Paper.tsx"
import { apiBase, call } from "./calls.ts"
import { useEvent } from "./event.ts"
import { useMessages } from "./messages/messages.ts"
import { PageTitle } from "./PageTitle.tsx"

/** A receipt, for everyone who has its link. */
export const ReceiptPage = ({ uuid }: { readonly uuid: string }) => {
  const say = useMessages()
  const { time_zone: timeZone } = useEvent()
  const language = useAtomValue(languageAtom)
  const receipt = useKept(
    useMemo(() => keptAtom(() => call("GET /bon/:order_uuid", { params: { order_uuid: uuid } })), [uuid]),
    "receipt"
  )
  const isAwaited = useAwaited(receipt)
  const file = (kind: string) => `${apiBase}/bon/${uuid}/${kind}?lang=${language}`
  return (
    <>
      <PageTitle>{say.receipt}</PageTitle>
      {isAwaited
        ? <Awaited />
        : (
          <Loaded of={receipt} lines={10}>
            {(data) => (
              <>
                <Paper receipt={data} timeZone={timeZone} />
                <div className="row">
                  <a className="button" href={file("pdf")} target="_blank" rel="noreferrer">
                    <FileText className="icon" aria-hidden />
                    {say.receiptPdf}
                  </a>
                  <a className="button" href={file("html")} target="_blank" rel="noreferrer">
                    <Printer className="icon" aria-hidden />
                    {say.receiptPrint}
                  </a>
                </div>
              </>
            )}
          </Loaded>
        )}
    </>
  )
}
