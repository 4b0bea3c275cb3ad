import { Heart } from "lucide-react"
import { useState } from "react"
import { Button } from "../kit/Button.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { useFormats } from "../kit/EventFormats.ts"
import { Notice } from "../kit/Notice.tsx"
import { Refused } from "../kit/Refused.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { useEvent } from "./event.ts"
import type { Account } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"

/** The guest leaves everything to the event. They can change their mind until a payout run begins. */
export const DonateAll = ({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) => {
  const say = useMessages()
  const { money } = useFormats()
  const { event_name } = useEvent()
  const [asks, setAsks] = useState(false)
  const { busy, refusal, submit } = useSubmit(() => call("POST /customer_all_donation"), () => {
    setAsks(false)
    onDone()
  })
  return (
    <section className="card stack" aria-labelledby="donate-all">
      <h2 id="donate-all">{say.donateAll}</h2>
      {account.donate_all
        ? (
          <Notice kind="good">
            <p>{say.donatesAll}</p>
          </Notice>
        )
        : (
          <>
            <p>{say.donateAllHint(event_name)}</p>
            <div>
              <Button onClick={() => setAsks(true)}>
                <Heart className="icon" aria-hidden />
                {say.donateAll}
              </Button>
            </div>
          </>
        )}
      {asks && (
        <Dialog title={say.donateAllTitle(money(account.balance))} onClose={() => setAsks(false)}>
          {refusal !== undefined && <Refused refusal={refusal} />}
          <p>{say.donateAllNote}</p>
          <div className="row">
            <Button kind="primary" busy={busy} onClick={() => void submit()}>{say.donateAllYes}</Button>
            <Button onClick={() => setAsks(false)}>{say.cancel}</Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
