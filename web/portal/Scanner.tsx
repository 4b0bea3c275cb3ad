import { useState } from "react"
import { Button } from "../kit/Button.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useCamera } from "../kit/useCamera.ts"
import { useMessages } from "./messages/messages.ts"

interface ScannerProps {
  /** What a code stands for; `undefined` for a code of something else. */
  readonly accept: (text: string) => string | undefined
  readonly onFound: (accepted: string) => void
  readonly onClose: () => void
}

/** Reads the QR code of a wristband or ticket with the camera. */
export const Scanner = ({ accept, onClose, onFound }: ScannerProps) => {
  const say = useMessages()
  const [isForeign, setForeign] = useState(false)
  const { problem, video } = useCamera((text) => {
    const accepted = accept(text)
    setForeign(accepted === undefined)
    if (accepted !== undefined) onFound(accepted)
  })
  return (
    <div className="scanner stack">
      {problem === undefined && <video ref={video} playsInline muted aria-label={say.cameraPicture} />}
      {problem === undefined && !isForeign
        ? <p className="muted" role="status">{say.scanHint}</p>
        : (
          <Notice kind="attention">
            <p>{say.scanProblems[problem ?? "foreign"]}</p>
          </Notice>
        )}
      <Button onClick={onClose}>{say.scanClose}</Button>
    </div>
  )
}
