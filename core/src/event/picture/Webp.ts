import { Result } from "effect"
import { hasText, type PictureFault, type RasterPicture, viewOf } from "./RasterPicture.ts"

/** RFC 9649. */
export const isWebp = (bytes: Uint8Array): boolean => hasText(bytes, "RIFF") && hasText(bytes, "WEBP", 8)

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
}

/** The chunks of the file, which end where it ends; undefined if they don't. */
const chunksOf = (bytes: Uint8Array): ReadonlyArray<Chunk> | undefined => {
  if (bytes.length < 12) return undefined
  const view = viewOf(bytes)
  if (view.getUint32(4, true) !== bytes.length - 8) return undefined
  const chunks: Array<Chunk> = []
  for (let at = 12; at < bytes.length;) {
    if (bytes.length - at < 8) return undefined
    const length = view.getUint32(at + 4, true)
    if (length + length % 2 > bytes.length - at - 8) return undefined
    chunks.push({
      type: String.fromCharCode(...bytes.subarray(at, at + 4)),
      content: bytes.subarray(at + 8, at + 8 + length)
    })
    at += 8 + length + length % 2
  }
  return chunks
}

type Size = Pick<RasterPicture, "height" | "width">

/** A key frame of VP8 (RFC 6386, 9.1) that is shown, with its first partition in it. */
const lossySize = (content: Uint8Array): Size | undefined => {
  if (content.length < 10) return undefined
  const view = viewOf(content)
  const tag = view.getUint16(0, true) + (content[2]! << 16)
  const isShownKeyFrame = (tag & 1) === 0 && (tag & 16) !== 0
  const isWhole = (tag >> 5) <= content.length - 10
  if (!isShownKeyFrame || !isWhole || !hasText(content, "\x9d\x01\x2a", 3)) return undefined
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

const losslessSize = (content: Uint8Array): Size | undefined => {
  if (content.length < 6 || content[0] !== 0x2f) return undefined
  const bits = viewOf(content).getUint32(1, true)
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
}

const sizeOf = ({ content, type }: Chunk): Size | undefined =>
  type === "VP8 " ? lossySize(content) : type === "VP8L" ? losslessSize(content) : undefined

/** The size that an extended file says. */
const canvasOf = (content: Uint8Array): Size | undefined => {
  if (content.length !== 10) return undefined
  const view = viewOf(content)
  return {
    width: (view.getUint32(3, true) >>> 8) + 1,
    height: view.getUint16(7, true) + (content[9]! << 16) + 1
  }
}

const isExtended = ({ type }: Chunk): boolean => type === "VP8X"
const isImage = ({ type }: Chunk): boolean => type === "VP8 " || type === "VP8L"
const isAlpha = ({ type }: Chunk): boolean => type === "ALPH"
const isAnimation = ({ content, type }: Chunk): boolean =>
  type === "ANIM" || type === "ANMF" || (type === "VP8X" && (content[0]! & 2) !== 0)

/** The flag of an extended file that has transparency. */
const withAlpha = 0x10

const written = ({ content, type }: Chunk): Uint8Array => {
  const chunk = Buffer.alloc(8 + content.length + content.length % 2)
  chunk.write(type, "latin1")
  chunk.writeUint32LE(content.length, 4)
  chunk.set(content, 8)
  return chunk
}

const fileOf = (chunks: ReadonlyArray<Chunk>): Uint8Array => {
  const body = Buffer.concat(chunks.map(written))
  const head = Buffer.from("RIFF....WEBP", "latin1")
  head.writeUint32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

/** The chunks that draw: the pixels, and the transparency of those of VP8 with the head that it needs. */
const drawnBy = (chunks: ReadonlyArray<Chunk>, image: Chunk): ReadonlyArray<Chunk> => {
  const [alpha] = chunks.filter(isAlpha)
  const [extended] = chunks.filter(isExtended)
  if (alpha === undefined || extended === undefined || image.type !== "VP8 ") return [image]
  const head = Buffer.from(extended.content)
  head[0] = withAlpha
  return [{ type: "VP8X", content: head.fill(0, 1, 4) }, alpha, image]
}

/** Reads a WebP picture. */
export const readWebp = (bytes: Uint8Array): Result.Result<RasterPicture, PictureFault> => {
  const chunks = chunksOf(bytes) ?? []
  if (chunks.some(isAnimation)) return Result.fail("animated")
  const images = chunks.filter(isImage)
  const [first] = chunks
  const [image] = images
  if (first === undefined || image === undefined || images.length > 1) return Result.fail("malformed")
  const size = sizeOf(image)
  const said = isExtended(first) ? canvasOf(first.content) : first === image ? size : undefined
  const isOne = !chunks.slice(1).some(isExtended) && chunks.filter(isAlpha).length <= 1
  const isAgreed = size !== undefined && size.width === said?.width && size.height === said.height
  if (!isOne || !isAgreed || size.width === 0 || size.height === 0) return Result.fail("malformed")
  return Result.succeed({ ...size, data: fileOf(drawnBy(chunks, image)) })
}
