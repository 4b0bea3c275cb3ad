import { reload } from "../kit/Answers.ts"
import { Button } from "../kit/Button.tsx"
import { Moment } from "../kit/Moment.tsx"
import { Money } from "../kit/Money.tsx"
import { Refused } from "../kit/Refused.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { guestSubject, type OpenTopUp } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import type { CheckoutStatus } from "./TopUpState.ts"
import "./home.css"

/** Top-ups that the guest began and did not pay: to go on with, or to give up. */
export const OpenTopUps = ({ topUps }: { readonly topUps: ReadonlyArray<OpenTopUp> }) => {
  const say = useMessages()
  return (
    <section className="card stack attention" aria-labelledby="open-top-ups">
      <h2 id="open-top-ups">{say.openTopUps}</h2>
      <ul className="rows">
        {topUps.map((topUp) => (
          <li key={topUp.order_uuid}>
            <OpenTopUpRow topUp={topUp} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const OpenTopUpRow = ({ topUp: { amount, created_at, order_uuid } }: { readonly topUp: OpenTopUp }) => {
  const say = useMessages()
  const giveUp = useGiveUp(order_uuid)
  return (
    <div className="stack-close">
      <div className="between">
        <strong>
          <Money amount={amount} />
        </strong>
        <span className="muted small">
          <Moment at={created_at} />
        </span>
      </div>
      {giveUp.refusal !== undefined && <Refused refusal={giveUp.refusal} />}
      <div className="row">
        <PageLink to={`/top-up/${order_uuid}`} className="button" data-kind="primary">{say.continueTopUp}</PageLink>
        <Button kind="quiet" busy={giveUp.busy} onClick={() => void giveUp.submit()}>{say.giveUpShort}</Button>
      </div>
    </div>
  )
}

/** Gives a top-up up. It is booked instead if it was paid meanwhile, so everything is loaded again. */
export const useGiveUp = (order_uuid: string, onDone: (status: CheckoutStatus) => void = () => {}) =>
  useSubmit(() => call("POST /sumup/cancel-checkout", { body: { order_uuid } }), ({ status }) => {
    reload(guestSubject)
    onDone(status)
  })
