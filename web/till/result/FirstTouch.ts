import { type MouseEvent, useEffect, useRef, useState } from "react"

/** A touch that began so soon after an outcome appeared was meant for what was there before, in milliseconds. */
const tooSoon = 300

/**
 * For what appears above the screen by itself: touches that began before it was there, or too soon after, count for nothing. Keys count, as
 * they go to what has the focus. `data-settled` says that touches count.
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
      // A click by a key has no count of presses.
      if (counts.current || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    }
  }
}
