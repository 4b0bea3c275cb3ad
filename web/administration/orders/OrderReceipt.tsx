import { useAtomValue } from "jotai"
import { FileText, Printer } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import { eventUnitsAtom } from "../../kit/EventFormats.ts"
import { languageAtom } from "../../kit/Language.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Paper, useAwaited } from "../../kit/receipt/Paper.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import "./orders.css"
import { useTexts } from "./texts.ts"

/** The receipt of a booking, as its guest got it, to look at and to print. */
export const OrderReceipt = () => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { timeZone } = useAtomValue(eventUnitsAtom)
  const id = useIdInAddress()
  const bon = useAnswer("GET /orders/:order_id/bon", { params: { order_id: id } })
  const { data } = bon
  const isAwaited = useAwaited(bon)
  const actions = data !== undefined && (
    <>
      <Button kind="primary" onClick={() => print()}>
        <Printer className="icon" aria-hidden />
        {say.print}
      </Button>
      <a
        className="button"
        href={`/api/customer/bon/${data.order.uuid}/pdf?lang=${language}`}
        target="_blank"
        rel="noreferrer"
      >
        <FileText className="icon" aria-hidden />
        {say.receiptPdf}
      </a>
    </>
  )
  return (
    <Page title={say.receiptOf(String(id))} actions={actions}>
      {isAwaited
        ? (
          <Notice kind="attention">
            <p role="status">{say.noReceipt}</p>
          </Notice>
        )
        : (
          <Loaded of={bon} lines={10}>
            {(receipt) => (
              <div className="receipt-sheet">
                <Paper receipt={receipt} timeZone={timeZone} />
              </div>
            )}
          </Loaded>
        )}
    </Page>
  )
}
