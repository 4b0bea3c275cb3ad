import { useEffect, useState } from "react"
import { type Chip, inPath } from "../../kit/Chip.ts"
import { useChips } from "../../kit/readers/Chips.ts"
import type { Refusal } from "../../kit/Refusal.ts"
import { type Answer, call, type TerminalAnswer } from "../calls.ts"

export type Guest = TerminalAnswer<"GET /customer/:customer_tag_uid">

/** The guest whose wristband was held to the reader last. */
export interface HeldGuest {
  /** `undefined` until a wristband was read. */
  readonly chip: Chip | undefined
  /** `undefined` until the guest is found, and if no one is. */
  readonly guest: Guest | undefined
  /** Why the guest can't be shown. */
  readonly refusal: Refusal | undefined
  /** Looks the guest up again. */
  readonly load: () => void
  readonly forget: () => void
}

/** Looks up the guest of each wristband that is held to the reader, and of one to begin with. */
export const useGuest = (onChip?: (chip: Chip) => void, first?: Chip): HeldGuest => {
  const [held, setHeld] = useState(first === undefined ? undefined : { chip: first })
  const [answer, setAnswer] = useState<{ readonly chip: Chip; readonly answer: Answer<Guest> }>()
  useChips((chip) => {
    setHeld({ chip })
    onChip?.(chip)
  })
  useEffect(() => {
    if (held === undefined) return
    const { chip } = held
    let isCurrent = true
    void call("GET /customer/:customer_tag_uid", { params: { customer_tag_uid: inPath(chip) } }).then((answered) => {
      if (isCurrent) setAnswer({ chip, answer: answered })
    })
    return () => {
      isCurrent = false
    }
  }, [held])
  const current = answer !== undefined && answer.chip === held?.chip ? answer.answer : undefined
  return {
    chip: held?.chip,
    guest: current?.ok === true ? current.answer : undefined,
    refusal: current?.ok === false ? current.refusal : undefined,
    load: () => setHeld((before) => before === undefined ? undefined : { ...before }),
    forget: () => setHeld(undefined)
  }
}
