import { useState } from "react"
import { useLocation } from "wouter"
import { type Amount, zero } from "../kit/Amount.ts"
import { reload } from "../kit/Answers.ts"
import { Button } from "../kit/Button.tsx"
import { useFormats } from "../kit/EventFormats.ts"
import { TextField } from "../kit/Field.tsx"
import { Form } from "../kit/Form.tsx"
import { Loaded } from "../kit/Loaded.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { useEvent } from "./event.ts"
import { type Account, guestSubject, type OpenTopUp, useAccount, useOpenTopUps } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { OpenTopUps } from "./OpenTopUps.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { highestTopUp, readTopUp, suggestions } from "./TopUpAmount.ts"
import "./payout.css"

/** The guest chooses how much to top up. */
export const TopUpPage = () => {
  const say = useMessages()
  const { sumup_topup_enabled } = useEvent()
  const account = useAccount()
  const open = useOpenTopUps()
  return (
    <>
      <PageTitle>{say.topUp}</PageTitle>
      {sumup_topup_enabled
        ? (
          <Loaded of={account} lines={5}>
            {(guest) => <Loaded of={open} lines={5}>{(topUps) => <AmountForm account={guest} open={topUps} />}</Loaded>}
          </Loaded>
        )
        : (
          <Notice kind="attention">
            <p>{say.topUpOff}</p>
          </Notice>
        )}
    </>
  )
}

const AmountForm = ({ account, open }: { readonly account: Account; readonly open: ReadonlyArray<OpenTopUp> }) => {
  const say = useMessages()
  const { money } = useFormats()
  const { max_account_balance } = useEvent()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState("")
  const [isChecked, setChecked] = useState(false)
  const highest = highestTopUp(account.balance, open.map(({ amount }) => amount), max_account_balance)
  const read = readTopUp(typed, highest)
  const { busy, refusal, submit } = useSubmit(
    () => call("POST /sumup/create-checkout", { body: { amount: read.kind === "amount" ? read.amount : zero } }),
    ({ order_uuid }) => {
      reload(guestSubject)
      navigate(`/top-up/${order_uuid}`)
    }
  )
  const mistake = isChecked && read.kind !== "amount" ? say.topUpMistakes[read.kind](money(highest)) : undefined
  return (
    <>
      {open.length > 0 && <OpenTopUps topUps={open} />}
      {highest <= 0
        ? (
          <Notice kind="attention">
            <p>{say.topUpFull(money(max_account_balance))}</p>
          </Notice>
        )
        : (
          <Form
            label={say.topUp}
            refusal={refusal}
            mistakes={mistake === undefined ? undefined : { amount: mistake }}
            onSubmit={() => {
              setChecked(true)
              if (read.kind === "amount") void submit()
            }}
          >
            <Suggestions
              highest={highest}
              chosen={read.kind === "amount" ? read.amount : undefined}
              onChoose={setTyped}
            />
            <TextField
              name="amount"
              label={say.amount}
              hint={say.topUpHint(money(highest), money(max_account_balance))}
              className="sum"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={setTyped}
            />
            <Button type="submit" kind="primary" busy={busy}>
              {read.kind === "amount" ? say.topUpWith(money(read.amount)) : say.continueTopUp}
            </Button>
            <p className="muted small">{say.topUpNext}</p>
          </Form>
        )}
    </>
  )
}

/** Amounts that can be chosen at a touch. */
const Suggestions = ({ chosen, highest, onChoose }: {
  readonly highest: Amount
  readonly chosen: Amount | undefined
  readonly onChoose: (typed: string) => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <div className="suggestions" role="group" aria-label={say.suggestions}>
      {suggestions(highest).map((amount) => (
        <Button
          key={amount}
          aria-pressed={amount === chosen}
          onClick={() => onChoose(String(amount))}
        >
          {money(amount).replace(/[.,]00(?=\D|$)/, "")}
        </Button>
      ))}
    </div>
  )
}
