import { qrReader } from "./QrReader.ts"

/** Why the camera can't be used: not over HTTP, not there, or refused by the person or the browser. */
export type CameraProblem = "insecure" | "missing" | "refused"

/** Pause between two looks at the picture, in milliseconds: quick enough for a hand, easy on the battery. */
const pauseMilliseconds = 150

/**
 * Shows the camera's picture and hands on the text of each QR code in it, until the signal. Fails when there is no camera or it
 * may not be used; `problemOf` says why. The picture never leaves the device.
 */
export const readCodes = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
  ended: AbortSignal
): Promise<void> => {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) throw new DOMException("", "SecurityError")
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  ended.addEventListener("abort", stop)
  if (ended.aborted) return stop()
  video.srcObject = stream
  await video.play()
  const read = await qrReader()
  while (!ended.aborted) {
    const text = await read(video)
    if (text !== undefined && !ended.aborted) onText(text)
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

/** Why `readCodes` failed. */
export const problemOf = (error: unknown): CameraProblem => {
  const name = error instanceof DOMException ? error.name : ""
  if (name === "SecurityError" && !isSecureContext) return "insecure"
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "refused"
}
