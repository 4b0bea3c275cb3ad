import { Notice } from "../../kit/Notice.tsx"
import { useCamera } from "../../kit/useCamera.ts"
import { useMessages } from "../messages.ts"

const texts = { insecure: "cameraInsecure", missing: "cameraMissing", refused: "cameraRefused" } as const

/** The picture of the camera; gives the text of every QR code in it. Loaded when someone scans. */
export const CodeCamera = ({ onText }: { readonly onText: (text: string) => void }) => {
  const say = useMessages()
  const { problem, video } = useCamera(onText)
  return problem === undefined
    ? (
      <figure className="camera">
        <video ref={video} muted playsInline aria-label={say.scanning} />
        <figcaption className="muted small">{say.scanning}</figcaption>
      </figure>
    )
    : (
      <Notice kind="attention">
        <p>{say[texts[problem]]}</p>
      </Notice>
    )
}
