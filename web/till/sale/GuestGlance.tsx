import { atom, useSetAtom } from "jotai"
import { useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { type Chip, inPath } from "../../kit/Chip.ts"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { type Answer, call, type TerminalAnswer } from "../calls.ts"
import { useMessages } from "../messages.ts"

/** The chip that was held to the reader with nothing in the basket. */
export const glanceAtom = atom<Chip>()

type Guest = TerminalAnswer<"GET /customer/:customer_tag_uid">

/** The balance of a guest, for a look. */
export const GuestGlance = ({ chip }: { readonly chip: Chip }) => {
  const say = useMessages()
  const close = useSetAtom(glanceAtom)
  const [answer, setAnswer] = useState<{ readonly of: Chip; readonly answer: Answer<Guest> }>()
  useEffect(() => {
    let isCurrent = true
    void call("GET /customer/:customer_tag_uid", { params: { customer_tag_uid: inPath(chip) } }).then((answered) => {
      if (isCurrent) setAnswer({ of: chip, answer: answered })
    })
    return () => {
      isCurrent = false
    }
  }, [chip])
  if (answer === undefined || answer.of !== chip) return undefined
  const dismiss = (
    <div>
      <Button onClick={() => close(undefined)}>{say.close}</Button>
    </div>
  )
  if (!answer.answer.ok) return <Refused refusal={answer.answer.refusal}>{dismiss}</Refused>
  const { balance, vouchers } = answer.answer.answer
  return (
    <Notice>
      <p className="muted small">{say.chipOf(chip)}</p>
      <p className="figure">
        <Money amount={balance} large />
      </p>
      {vouchers !== 0 && <p>{say.vouchersLeft(vouchers)}</p>}
      {dismiss}
    </Notice>
  )
}
