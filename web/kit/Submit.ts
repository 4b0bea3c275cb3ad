import { useRef, useState } from "react"
import type { Answer } from "./Call.ts"
import type { Refusal } from "./Refusal.ts"

/** A call that a person starts: at most one at a time, and its refusal stays until the next attempt. */
export const useSubmit = <T, Given extends ReadonlyArray<unknown> = []>(
  call: (...given: Given) => Promise<Answer<T>>,
  onDone: (answer: T) => void
) => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const underWay = useRef(false)
  const submit = async (...given: Given) => {
    // The state of React lags behind a double tap.
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    const answer = await call(...given)
    underWay.current = false
    setBusy(false)
    setRefusal(answer.ok ? undefined : answer.refusal)
    if (answer.ok) onDone(answer.answer)
  }
  return { busy, refusal, submit }
}
