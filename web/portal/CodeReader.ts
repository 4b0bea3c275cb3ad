/** Reads a QR code in a picture of the camera; `undefined` if there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<ReadonlyArray<{ readonly rawValue: string }>>
}

interface DetectorClass {
  new(options: { readonly formats: ReadonlyArray<string> }): Detector
  readonly getSupportedFormats: () => Promise<ReadonlyArray<string>>
}

/** The browser's own reader where it has one, else a decoder that is loaded now. */
export const codeReader = async (): Promise<CodeReader> => {
  const own = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (own !== undefined && (await own.getSupportedFormats()).includes("qr_code")) {
    const detector = new own({ formats: ["qr_code"] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const decode = (await import("qr/decode.js")).default
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return async (video) => {
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    if (context === null || canvas.width === 0) return undefined
    context.drawImage(video, 0, 0)
    const { data, height, width } = context.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return decode({ data, height, width })
    } catch {
      // There is no code in this picture.
      return undefined
    }
  }
}
