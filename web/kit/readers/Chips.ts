import { useContext, useEffect, useRef } from "react"
import type { Chip } from "../Chip.ts"
import { DialogDepth } from "../DialogDepth.ts"

/** Takes a chip that was held to a reader, whichever reader that was. */
export type ChipListener = (chip: Chip) => void

const listeners: Array<{ readonly depth: number; readonly take: ChipListener }> = []

/** Gives a chip that was read to the innermost dialog that takes chips, or else to the screen; among equals to the latest. */
export const chipRead = (chip: Chip): void => {
  listeners.toSorted((one, other) => one.depth - other.depth).at(-1)?.take(chip)
}

/** Gives chips to this part of the page, as long as it is there and no other comes in front of it. */
export const useChips = (listener: ChipListener): void => {
  const depth = useContext(DialogDepth)
  const current = useRef(listener)
  useEffect(() => {
    current.current = listener
  })
  useEffect(() => {
    const entry = { depth, take: (chip: Chip) => current.current(chip) }
    listeners.push(entry)
    return () => {
      listeners.splice(listeners.indexOf(entry), 1)
    }
  }, [depth])
}

const ignore: ChipListener = () => undefined

/** Stands in a dialog that takes no chips, so that none goes to the screen behind: it would pay for the basket there. */
export const NoChips = () => {
  useChips(ignore)
  return undefined
}
