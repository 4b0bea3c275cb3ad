import { useEffect, useEffectEvent, useRef, useState } from "react"
import { Button } from "../kit/Button.tsx"
import { Notice } from "../kit/Notice.tsx"
import { codeReader } from "./CodeReader.ts"
import { useMessages } from "./messages/messages.ts"

interface ScannerProps {
  /** What a code stands for; `undefined` for a code of something else. */
  readonly accept: (text: string) => string | undefined
  readonly onFound: (accepted: string) => void
  readonly onClose: () => void
}

/** Pause between two looks at the picture, in milliseconds: quick enough for a hand, easy on the battery. */
const pauseMilliseconds = 150

/** Reads a QR code with the camera. The picture never leaves the device. */
export const Scanner = ({ accept, onClose, onFound }: ScannerProps) => {
  const say = useMessages()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<"refused" | "missing" | "other-code">()
  const onText = useEffectEvent((text: string): boolean => {
    const accepted = accept(text)
    if (accepted === undefined) setProblem("other-code")
    else onFound(accepted)
    return accepted !== undefined
  })
  useEffect(() => {
    const ended = new AbortController()
    void look(video.current!, ended.signal, (text) => onText(text) && ended.abort()).catch((error: unknown) => {
      if (!ended.signal.aborted) setProblem(isRefusal(error) ? "refused" : "missing")
    })
    return () => ended.abort()
  }, [])
  const isDark = problem === "refused" || problem === "missing"
  return (
    <div className="scanner stack">
      {!isDark && <video ref={video} playsInline muted aria-label={say.cameraPicture} />}
      {problem === undefined
        ? <p className="muted" role="status">{say.scanHint}</p>
        : (
          <Notice kind="attention">
            <p>{say.scanProblems[problem]}</p>
          </Notice>
        )}
      <Button onClick={onClose}>{say.scanClose}</Button>
    </div>
  )
}

const isRefusal = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError"

/** Shows the camera's picture and reads it until the signal; fails without a camera. */
const look = async (video: HTMLVideoElement, ended: AbortSignal, onText: (text: string) => void): Promise<void> => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (ended.aborted) return stop()
  ended.addEventListener("abort", stop)
  video.srcObject = stream
  await video.play()
  const read = await codeReader()
  while (!ended.aborted) {
    const text = await read(video)
    if (text !== undefined) onText(text)
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}
