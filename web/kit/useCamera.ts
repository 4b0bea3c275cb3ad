import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { type CameraProblem, problemOf, readCodes } from "./Camera.ts"

/** Reads QR codes with the camera while the part of the screen is there. */
export const useCamera = (onText: (text: string) => void): {
  /** Shows the picture. */
  readonly video: RefObject<HTMLVideoElement | null>
  readonly problem: CameraProblem | undefined
} => {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  const onCode = useEffectEvent(onText)
  useEffect(() => {
    const ended = new AbortController()
    void readCodes(video.current!, (text) => onCode(text), ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) setProblem(problemOf(error))
    })
    return () => ended.abort()
  }, [])
  return { video, problem }
}
