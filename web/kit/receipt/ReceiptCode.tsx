import { Button } from "../Button.tsx"
import { Dialog } from "../Dialog.tsx"
import { textsOf } from "../Messages.ts"
import { QrCode } from "../QrCode.tsx"
import { NoChips } from "../readers/Chips.ts"
import { english } from "./code/english.ts"
import { german } from "./code/german.ts"
import "./code/code.css"

const useTexts = textsOf<typeof english>({ en: english, de: german })

/**
 * The receipt of an order as a code that guests scan, with its link: § 146a (2) AO takes either for the receipt handed over. It stays
 * until the cashier ends it.
 */
export const ReceiptCode = ({ onClose, url }: { readonly url: string; readonly onClose: () => void }) => {
  const say = useTexts()
  return (
    <Dialog title={say.title} onClose={onClose}>
      <NoChips />
      <p>{say.scan}</p>
      <div className="receipt-code">
        <QrCode text={url} label={say.code} />
      </div>
      <Button kind="primary" className="large" onClick={onClose}>{say.done}</Button>
      <a className="receipt-link small" href={url} target="_blank" rel="noreferrer">{url}</a>
    </Dialog>
  )
}
