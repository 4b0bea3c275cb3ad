import { useEffect } from "react"
import { useChips } from "../../kit/readers/Chips.ts"
import { useKeyboardReader, useReaderSetUp } from "../../kit/readers/KeyboardReader.ts"
import { startAllowedNfc, useNfc } from "../../kit/readers/NfcReader.ts"

/**
 * Gives the chip of each wristband that is held to a reader, USB or NFC: in hexadecimal where its number is certain, else as the
 * reader typed it. Returns what switches NFC on, where that is possible and still to be done.
 */
export const useTagReaders = (onTag: (text: string) => void): (() => void) | undefined => {
  const { forget, unread } = useReaderSetUp()
  const { start, state } = useNfc()
  useKeyboardReader()
  useChips(onTag)
  useEffect(() => void startAllowedNfc(), [])
  useEffect(() => {
    if (unread === undefined) return
    forget()
    onTag(unread)
  })
  return state === "off" || state === "refused" ? start : undefined
}
