import { useState } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { useMessages } from "../messages/messages.ts"
import { useNodeId } from "../tree.ts"
import { holderOf, type Payout } from "./Runs.ts"
import { useTexts } from "./texts.ts"

interface ReturnedProps {
  readonly run: number
  readonly payouts: ReadonlyArray<Payout>
  readonly onClose: () => void
}

/** Books a payout back that the bank could not transfer. */
export const Returned = ({ onClose, payouts, run }: ReturnedProps) => {
  const say = { ...useMessages(), ...useTexts() }
  const { money } = useFormats()
  const node_id = useNodeId()
  const [chosen, choose] = useState("")
  const [reason, setReason] = useState("")
  const sent = payouts.filter(({ amount, status }) => amount > 0 && (status === "reserved" || status === "paid"))
  const payout = sent.find(({ id }) => String(id) === chosen)
  return (
    <Confirm
      title={payout === undefined ? say.give : say.giveTitle(holderOf(payout))}
      action={say.giveDo}
      isReady={payout !== undefined && reason.trim() !== ""}
      change={() =>
        call("POST /payouts/:payout_run_id/payouts/:payout_id/return", {
          params: { payout_run_id: run, payout_id: Number(chosen) },
          query: { node_id },
          body: { reason: reason.trim() }
        })}
      onClose={onClose}
    >
      <Choice
        label={say.chooseReturned}
        value={chosen}
        options={[
          ["", say.choose],
          ...sent.map((one) => [String(one.id), `${holderOf(one)}, ${money(one.amount)}`] as const)
        ]}
        onChange={choose}
      />
      <TextField name="reason" label={say.giveReason} autoComplete="off" value={reason} onChange={setReason} />
      {payout !== undefined && <p>{say.giveHint(money(payout.amount))}</p>}
    </Confirm>
  )
}
