import type { Page } from "playwright-core"
import encodeQr from "qr"

/** Lets the camera of a page show a QR code from now on, as if someone held it in front. */
export const showCode = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((modules: ReadonlyArray<ReadonlyArray<boolean>>) => {
    const size = 10
    const canvas = document.createElement("canvas")
    canvas.width = modules.length * size
    canvas.height = canvas.width
    const picture = canvas.getContext("2d")!
    const paint = () => {
      picture.fillStyle = "white"
      picture.fillRect(0, 0, canvas.width, canvas.height)
      picture.fillStyle = "black"
      for (const [y, row] of modules.entries()) {
        for (const [x, dark] of row.entries()) {
          if (dark) picture.fillRect(x * size, y * size, size, size)
        }
      }
    }
    paint()
    // A canvas that no one paints gives no pictures.
    setInterval(paint, 100)
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10))
  }, encodeQr(text, "raw", { border: 4 }))
}
