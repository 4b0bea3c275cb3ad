import { useEffect, useRef } from "react"
import type { Chip } from "../../kit/Chip.ts"

/** Takes a chip that was held to a reader, whichever reader that was. */
export type ChipListener = (chip: Chip) => void

const listeners: Array<ChipListener> = []

/** Tells the screen in front that a chip was read. Answers whether any screen takes chips now. */
export const chipRead = (chip: Chip): boolean => {
  const front = listeners.at(-1)
  front?.(chip)
  return front !== undefined
}

/** Gives chips to this part of the screen, as long as it is there and no other comes in front of it. */
export const useChips = (listener: ChipListener): void => {
  const current = useRef(listener)
  useEffect(() => {
    current.current = listener
  })
  useEffect(() => {
    const take: ChipListener = (chip) => current.current(chip)
    listeners.push(take)
    return () => {
      listeners.splice(listeners.indexOf(take), 1)
    }
  }, [])
}
