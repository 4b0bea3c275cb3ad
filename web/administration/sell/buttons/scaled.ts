import { buttonPictures } from "@wristbank/core/base/limits/Limits"
import { type Attempt, attempts, fitting, mostBytes } from "./PictureSize.ts"

/** A picture as the browser draws it: turned as the camera was held. */
const imageOf = async (file: Blob): Promise<HTMLImageElement> => {
  const image = new Image()
  const address = URL.createObjectURL(file)
  try {
    image.src = address
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}

const written = async (image: HTMLImageElement, { longest, quality, type }: Attempt): Promise<Blob | undefined> => {
  // Some drawings have no size of their own.
  const { naturalHeight, naturalWidth } = image
  const { height, width } = fitting({ width: naturalWidth || longest, height: naturalHeight || longest }, longest)
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext("2d")!
  context.imageSmoothingQuality = "high"
  if (type === "image/jpeg") {
    context.fillStyle = "#fff"
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(image, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  return blob?.type === type && blob.size <= mostBytes ? blob : undefined
}

const uploadable: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"])

/**
 * A chosen picture, small enough for a button and not cut off. What is small already stays as it is. Undefined if the browser can't
 * show the file.
 */
export const scaled = async (file: File): Promise<Blob | undefined> => {
  try {
    const image = await imageOf(file)
    const longest = Math.max(image.naturalWidth, image.naturalHeight)
    // How a small photo is turned is left out when it is stored, so that JPEG is always written anew.
    const isSmall = longest <= buttonPictures.longestSide && file.size <= mostBytes && file.type !== "image/jpeg"
    if (isSmall && uploadable.has(file.type)) return file
    for (const attempt of attempts) {
      const blob = await written(image, attempt)
      if (blob !== undefined) return blob
    }
    return undefined
  } catch {
    return undefined
  }
}
