/** Reads the QR code in a picture; `undefined` if there is none. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The part of the Shape Detection API that is used (https://wicg.github.io/shape-detection-api/); TypeScript does not know it. */
interface BarcodeDetector {
  readonly detect: (source: HTMLVideoElement) => Promise<ReadonlyArray<{ readonly rawValue: string }>>
}

interface BarcodeDetectorClass {
  new(options: { readonly formats: ReadonlyArray<string> }): BarcodeDetector
  readonly getSupportedFormats: () => Promise<ReadonlyArray<string>>
}

/** Pictures are made this wide before they are read, in pixels: enough for a code that fills a third of them. */
const width = 640

/** The browser's own reader where it has one, which is quicker; else one that is loaded. */
export const qrReader = async (): Promise<QrReader> => {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: BarcodeDetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => []) ?? []
  if (BarcodeDetector !== undefined && formats.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] })
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  const { default: decodeQr } = await import("qr/decode.js")
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })!
  return async (video) => {
    if (video.videoWidth === 0) return undefined
    const height = Math.round(video.videoHeight * width / video.videoWidth)
    canvas.width = width
    canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQr(context.getImageData(0, 0, width, height))
    } catch {
      return undefined
    }
  }
}
