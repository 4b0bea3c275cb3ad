import { useEffect, useRef, useState } from "react"
import { Notice } from "../../kit/Notice.tsx"
import { useMessages } from "../messages.ts"
import { qrReader } from "./QrReader.ts"

type Problem = "cameraInsecure" | "cameraMissing" | "cameraRefused"

/** The picture of the camera; tells the text of every QR code in it. Loaded when somebody scans. */
const CodeCamera = ({ onText }: { readonly onText: (text: string) => void }) => {
  const say = useMessages()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const listener = useRef(onText)
  useEffect(() => {
    listener.current = onText
  })
  useEffect(() => {
    const ended = new AbortController()
    void film(video.current!, (text) => listener.current(text), ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) setProblem(problemOf(error))
    })
    return () => ended.abort()
  }, [])
  return problem === undefined
    ? (
      <figure className="camera">
        <video ref={video} muted playsInline aria-label={say.scanning} />
        <figcaption className="muted small">{say.scanning}</figcaption>
      </figure>
    )
    : (
      <Notice kind="attention">
        <p>{say[problem]}</p>
      </Notice>
    )
}

export default CodeCamera

/** How often a picture is looked at, in milliseconds. */
const interval = 150

const film = async (video: HTMLVideoElement, onText: (text: string) => void, signal: AbortSignal) => {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) throw new DOMException("", "SecurityError")
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener("abort", stop)
  if (signal.aborted) return stop()
  video.srcObject = stream
  await video.play()
  const read = await qrReader()
  while (!signal.aborted) {
    const text = await read(video)
    if (text !== undefined && !signal.aborted) onText(text)
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

const problemOf = (error: unknown): Problem => {
  const name = error instanceof DOMException ? error.name : ""
  if (name === "SecurityError" && !isSecureContext) return "cameraInsecure"
  return name === "NotFoundError" || name === "OverconstrainedError" ? "cameraMissing" : "cameraRefused"
}
