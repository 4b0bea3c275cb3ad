import { useEffect, useRef } from "react"
import type { Kept } from "../Answers.ts"

/** Pause before the next question, in milliseconds: every 2 s in the first minute, then less and less often. */
export const pauseBefore = (asked: number): number => Math.min(60_000, asked < 30 ? 2_000 : 2_000 * 1.3 ** (asked - 30))

/**
 * Asks again for a receipt that is not there yet, as long as its page is in front: it is there once its order is signed. Returns whether
 * it is awaited.
 */
export const useAwaited = <T>({ data, load, loading, refusal }: Kept<T> & { readonly load: () => void }): boolean => {
  const isAwaited = data === undefined && refusal?.status === 404
  const asked = useRef(0)
  const again = useRef(load)
  useEffect(() => {
    again.current = load
  })
  useEffect(() => {
    if (!isAwaited || loading) return
    // A page that comes back to the front asks by itself.
    const timer = setTimeout(
      () => document.visibilityState === "visible" && again.current(),
      pauseBefore(asked.current++)
    )
    return () => clearTimeout(timer)
  }, [isAwaited, loading])
  return isAwaited
}
