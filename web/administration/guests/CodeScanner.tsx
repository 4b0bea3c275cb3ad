import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useCamera } from "../../kit/useCamera.ts"
import { useTexts } from "./texts.ts"

/** Reads the code of a wristband or ticket with the camera. */
export const CodeScanner = ({ onClose, onFound }: {
  readonly onFound: (pin: string) => void
  readonly onClose: () => void
}) => {
  const say = useTexts()
  const { problem, video } = useCamera((text) => onFound(pinIn(text)))
  return (
    <div className="scanner stack">
      {problem === undefined
        ? (
          <>
            <video ref={video} playsInline muted aria-label={say.cameraPicture} />
            <p className="muted" role="status">{say.scanHint}</p>
          </>
        )
        : (
          <Notice kind="attention">
            <p>{say.noCamera}</p>
          </Notice>
        )}
      <Button onClick={onClose}>{say.close}</Button>
    </div>
  )
}

/** A code has the PIN alone, or a link that ends in it. */
const pinIn = (text: string): string => /^https?:/i.test(text) ? text.split(/[/=#]/).at(-1) ?? "" : text.trim()
