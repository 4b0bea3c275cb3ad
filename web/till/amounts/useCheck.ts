import { useEffect, useRef, useState } from "react"
import type { Refusal } from "../../kit/Refusal.ts"
import type { Answer } from "../calls.ts"

/** What the server says to a booking before it is made. */
export interface Check<T> {
  readonly answer: T | undefined
  readonly refusal: Refusal | undefined
}

/** Nobody waits for the server at every key, in milliseconds. */
const pause = 200

/**
 * Asks the server about a booking, and again whenever its `key` changes; `undefined` while there is nothing to ask. Checks only
 * inform: the booking is checked again when it is made.
 */
export const useCheck = <T>(key: string | undefined, ask: () => Promise<Answer<T>>): Check<T> => {
  const [checked, setChecked] = useState<{ readonly key: string; readonly answer: Answer<T> }>()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (key === undefined) return
    let isCurrent = true
    const timer = setTimeout(() => {
      void latest.current().then((answer) => isCurrent && setChecked({ key, answer }))
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key])
  const answer = checked !== undefined && checked.key === key ? checked.answer : undefined
  return {
    answer: answer?.ok === true ? answer.answer : undefined,
    refusal: answer?.ok === false ? answer.refusal : undefined
  }
}
