import { useEffect, useRef, useState } from "react"
import { isTemporary, type Refusal } from "../../kit/Refusal.ts"
import type { Answer } from "../calls.ts"

/** What the server says to a booking before it is made. */
export interface Check<T> {
  readonly answer: T | undefined
  readonly refusal: Refusal | undefined
}

/** No one waits for the server at every key, in milliseconds. */
const pause = 200

/** How long after an answer that says nothing about the booking the server is asked again, in milliseconds. */
const retryPause = 2_000

/**
 * Asks the server about a booking, and again whenever its `key` changes, or after a while if the server was away or overloaded;
 * `undefined` while there is nothing to ask. Checks only inform: the booking is checked again when it is made.
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
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = async () => {
      const answer = await latest.current()
      if (!isCurrent) return
      setChecked({ key, answer })
      if (!answer.ok && isTemporary(answer.refusal)) {
        timer = setTimeout(() => void check(), Math.max(retryPause, 1000 * (answer.refusal.retryAfterSeconds ?? 0)))
      }
    }
    timer = setTimeout(() => void check(), pause)
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
