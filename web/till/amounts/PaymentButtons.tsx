import { Banknote, CreditCard } from "lucide-react"
import { useState } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useMessages } from "../messages.ts"
import { CashDialog } from "../sale/CashDialog.tsx"
import { useSession } from "../Session.ts"
import { cardOf, cashOf } from "./Payments.ts"

/** Cash with change, and card, as far as the till takes them. */
export const PaymentButtons = ({ amount, isBusy, isDisabled, onPay }: {
  readonly amount: Amount | undefined
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onPay: (method: "cash" | "sumup", given?: Amount) => void
}) => {
  const say = useMessages()
  const { config: { till } } = useSession()
  const [isCash, setCash] = useState(false)
  if (till === null) return undefined
  const cash = cashOf(till)
  return (
    <>
      <div className="payments">
        {cash !== "absent" && (
          <Button
            kind="primary"
            busy={isBusy}
            disabled={isDisabled || cash === "noRegister"}
            onClick={() => setCash(true)}
          >
            <Banknote className="icon" aria-hidden />
            {say.payCash}
          </Button>
        )}
        {cardOf(till) !== "absent" && (
          <Button busy={isBusy} disabled={isDisabled} onClick={() => onPay("sumup")}>
            <CreditCard className="icon" aria-hidden />
            {say.payCard}
          </Button>
        )}
      </div>
      {cash === "noRegister" && <p className="muted">{say.noRegister}</p>}
      {isCash && amount !== undefined && (
        <CashDialog
          amount={amount}
          onClose={() => setCash(false)}
          onBook={(given) => {
            setCash(false)
            onPay("cash", given)
          }}
        />
      )}
    </>
  )
}
