import { useAtomValue } from "jotai"
import { Link, useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { sessionAtom } from "../session.ts"
import { useNodeId } from "../tree.ts"
import "./cash.css"
import type { Cashier } from "./Cashiers.ts"
import { useCloseOutDraft } from "./closeOutDraft.ts"
import { CountStep } from "./CountStep.tsx"
import { DifferenceStep } from "./DifferenceStep.tsx"
import { SignedOutStep } from "./SignedOutStep.tsx"
import { useTexts } from "./texts.ts"
import { type Counter, useCounters } from "./useCounters.ts"

/** The guided close-out of one cashier's shift: signed out, counted, compared, booked. */
export const CloseOutPage = () => {
  const say = useTexts()
  const address = { params: { cashier_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const cashier = useAnswer("GET /cashiers/:cashier_id", address, { everySeconds: 10 })
  return (
    <Page title={cashier.data && say.closeOut(cashier.data.display_name)}>
      <Loaded of={cashier} lines={8}>
        {(stored) => <CloseOut key={stored.id} cashier={stored} />}
      </Loaded>
    </Page>
  )
}

const steps = ["out", "count", "difference"] as const

const CloseOut = ({ cashier }: { readonly cashier: Cashier }) => {
  const say = useTexts()
  const session = useAtomValue(sessionAtom)
  const userId = typeof session === "object" ? session.user.id : 0
  const kept = useCloseOutDraft(userId, cashier.id, cashier.cash_register_id)
  // Asked for at the first step already, so that the last one knows who may count.
  const counters = useCounters(cashier.id)
  const [wanted, setStep] = useAddressValue("step")
  if (cashier.cash_register_id === null && !kept.draft.isSent) {
    return (
      <Notice>
        <p>{say.nothingToClose(cashier.display_name)}</p>
        <p>
          <Link href={`/cash/cashiers/${cashier.id}`}>{say.toShifts}</Link>
        </p>
      </Notice>
    )
  }
  // A cashier who is still signed in can't be counted, and what was sent can't be counted again.
  const isOut = cashier.terminal_ids.length === 0
  const step = kept.draft.isSent ? "difference" : isOut ? steps.find((one) => one === wanted) ?? "out" : "out"
  return (
    <>
      <ol className="close-out-steps" aria-label={say.steps}>
        {([["out", say.stepOut], ["count", say.stepCount], ["difference", say.stepDifference]] as const).map((
          [name, title]
        ) => <li key={name} aria-current={step === name ? "step" : undefined}>{title}</li>)}
        <li>{say.stepDone}</li>
      </ol>
      {step === "out" && <SignedOutStep cashier={cashier} onNext={() => setStep("count")} />}
      {step === "count" && (
        <CountStep
          cashier={cashier}
          draft={kept.draft}
          onChange={kept.change}
          onNext={() => {
            kept.change({ ...kept.draft, isCompared: true })
            setStep("difference")
          }}
        />
      )}
      {step === "difference" && (
        <Booking
          cashier={cashier}
          userId={userId}
          counters={counters}
          kept={kept}
          onBack={() => setStep("count")}
        />
      )}
    </>
  )
}

interface BookingProps {
  readonly cashier: Cashier
  readonly userId: number
  readonly counters: ReadonlyArray<Counter>
  readonly kept: ReturnType<typeof useCloseOutDraft>
  readonly onBack: () => void
}

/** The last step: sent with the draft's id, so that it is booked once whatever becomes of the answer. */
const Booking = ({ cashier, counters, kept: { change, draft, forget }, onBack, userId }: BookingProps) => {
  const [, go] = useLocation()
  const query = { node_id: useNodeId() }
  const own = counters.some(({ id }) => id === userId) ? String(userId) : ""
  return (
    <DifferenceStep
      cashier={cashier}
      counters={counters}
      draft={{ ...draft, counterId: draft.counterId || own }}
      onChange={change}
      onBack={onBack}
      save={(body) => {
        change({ ...draft, isSent: true })
        return call("POST /cashiers/:cashier_id/close-out", { params: { cashier_id: cashier.id }, query, body })
      }}
      onRefused={() => change({ ...draft, isSent: false })}
      onDone={({ shift_id }) => {
        forget()
        go(`/cash/cashiers/${cashier.id}/shifts/${shift_id}?closed=1`, { replace: true })
      }}
    />
  )
}
