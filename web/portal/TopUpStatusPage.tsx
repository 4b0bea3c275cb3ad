import { useEffect, useState } from "react"
import { reload } from "../kit/Answers.ts"
import { Button } from "../kit/Button.tsx"
import { lazily } from "../kit/lazily.tsx"
import { Placeholder } from "../kit/Loaded.tsx"
import { Moment } from "../kit/Moment.tsx"
import { Money } from "../kit/Money.tsx"
import { Notice } from "../kit/Notice.tsx"
import type { Refusal } from "../kit/Refusal.ts"
import { Refused } from "../kit/Refused.tsx"
import { call } from "./calls.ts"
import { guestSubject, useAccount, useOpenTopUps } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { useGiveUp } from "./OpenTopUps.tsx"
import { PageLink } from "./PageLink.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { type CheckoutStatus, pauseBefore, type TopUpState, topUpState } from "./TopUpState.ts"
import "./payout.css"

const CardForm = lazily(() => import("./CardForm.tsx"), "CardForm", 6)

/** Pays one top-up, and tells what became of it; also after a reload, in another window or on another day. */
export const TopUpStatusPage = ({ uuid }: { readonly uuid: string }) => {
  const say = useMessages()
  const open = useOpenTopUps()
  const { ask, refusal, setStatus, status } = useStatus(uuid)
  const giveUp = useGiveUp(uuid, setStatus)
  const state = topUpState(uuid, open.data, status)
  return (
    <>
      <PageTitle>{say.topUp}</PageTitle>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {giveUp.refusal !== undefined && <Refused refusal={giveUp.refusal} />}
      <TopUpOutcome state={state} onResponse={ask} />
      {(state.kind === "paying" || state.kind === "preparing") && (
        <div>
          <Button kind="quiet" busy={giveUp.busy} onClick={() => void giveUp.submit()}>{say.giveUp}</Button>
        </div>
      )}
    </>
  )
}

const TopUpOutcome = ({ onResponse, state }: { readonly state: TopUpState; readonly onResponse: () => void }) => {
  const say = useMessages()
  switch (state.kind) {
    case "loading":
      return <Placeholder lines={4} />
    case "preparing":
      return (
        <Notice>
          <p>{say.topUpPreparing}</p>
        </Notice>
      )
    case "paid":
      return <Paid />
    case "failed":
      return (
        <>
          <Notice kind="stopped">
            <p>{say.topUpFailed}</p>
            <p>{say.topUpFailedHint}</p>
          </Notice>
          <PageLink to="/top-up" className="button" data-kind="primary">{say.topUpAgain}</PageLink>
        </>
      )
    default:
      return <Paying state={state} onResponse={onResponse} />
  }
}

const Paying = (
  { onResponse, state }: {
    readonly state: Extract<TopUpState, { readonly kind: "paying" }>
    readonly onResponse: () => void
  }
) => {
  const say = useMessages()
  const { amount, pay_url, valid_until } = state.topUp
  return (
    <section className="card stack" aria-label={say.payNow}>
      <p className="figure">
        <Money amount={amount} large />
      </p>
      {state.declined && (
        <Notice kind="attention">
          <p>{say.cardDeclined}</p>
        </Notice>
      )}
      {pay_url === null
        ? <CardForm checkoutId={state.checkoutId} onResponse={onResponse} />
        : (
          <>
            <p>{say.standIn}</p>
            <a className="button" data-kind="primary" href={pay_url} target="_blank" rel="noreferrer">{say.payNow}</a>
          </>
        )}
      <p className="muted" role="status">{say.topUpWaiting}</p>
      {valid_until !== null && (
        <p className="muted small">
          {say.topUpUntil} <Moment at={valid_until} />
        </p>
      )}
    </section>
  )
}

const Paid = () => {
  const say = useMessages()
  const { data } = useAccount()
  return (
    <>
      <Notice kind="good">
        <p>{say.topUpPaid}</p>
        {data !== undefined && (
          <p>
            {say.balanceNow}{" "}
            <strong>
              <Money amount={data.balance} />
            </strong>
          </p>
        )}
      </Notice>
      <PageLink to="/" className="button" data-kind="primary">{say.toStart}</PageLink>
    </>
  )
}

/** Asks about a top-up until it is paid or can't be paid any more, while someone looks at the page. */
const useStatus = (uuid: string) => {
  const [status, setStatus] = useState<CheckoutStatus>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [asked, setAsked] = useState(0)
  const isOver = status === "PAID" || refusal?.status === 404
  useEffect(() => {
    if (isOver) return reload(guestSubject)
    const ended = new AbortController()
    const ask = async () => {
      if (document.visibilityState === "hidden") return setAsked((before) => before + 1)
      const answer = await call("POST /sumup/check-checkout", { body: { order_uuid: uuid } }, { signal: ended.signal })
      if (ended.signal.aborted) return
      setRefusal(answer.ok ? undefined : answer.refusal)
      if (answer.ok) {
        // An order that is over is no longer among the open ones.
        if (answer.answer.status !== "PENDING" && answer.answer.status !== status) reload(guestSubject)
        setStatus(answer.answer.status)
      }
      setAsked((before) => before + 1)
    }
    const timer = setTimeout(() => void ask(), asked === 0 ? 0 : pauseBefore(asked))
    const onVisible = () => document.visibilityState === "visible" && void ask()
    document.addEventListener("visibilitychange", onVisible)
    return () => {
      clearTimeout(timer)
      ended.abort()
      document.removeEventListener("visibilitychange", onVisible)
    }
  }, [asked, isOver, status, uuid])
  return { ask: () => setAsked(0), refusal, setStatus, status }
}
