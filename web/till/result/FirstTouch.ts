import { type MouseEvent, useEffect, useRef, useState } from "react"
import { tooSoon } from "../../kit/Presses.ts"

/**
 * For what appears above the screen by itself: touches that began before it was there, or too soon after, count for nothing. The same is
 * true of keys that press a button, as the focus moves into the outcome by itself. `data-settled` says that touches count.
 */
export const useFirstTouch = () => {
  const [isSettled, settle] = useState(false)
  const counts = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => settle(true), tooSoon)
    return () => clearTimeout(timer)
  }, [])
  return {
    "data-settled": isSettled || undefined,
    onPointerDownCapture: () => {
      counts.current = isSettled
    },
    onClickCapture: (event: MouseEvent) => {
      // A click by a key has no count of presses, and nothing went down before it.
      if (event.detail === 0 ? isSettled : counts.current) return
      event.preventDefault()
      event.stopPropagation()
    }
  }
}
