import { Result } from "effect"
import { crc32, inflateSync } from "node:zlib"
import { isTooLong, type PictureFault, type RasterPicture, viewOf } from "./RasterPicture.ts"

/** https://www.w3.org/TR/png-3/ */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export const isPng = (bytes: Uint8Array): boolean => signature.every((byte, at) => bytes[at] === byte)

/** Chunks that say how the picture looks; texts, times and Exif are none of them. */
const drawing: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"])

/** Chunks of animated PNG. */
const animating: ReadonlySet<string> = new Set(["acTL", "fcTL", "fdAT"])

/** The samples of a pixel and the depths in bits that they may have, by the type of colour. */
const colours: ReadonlyMap<number, { readonly samples: number; readonly depths: ReadonlyArray<number> }> = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }]
])

/** The first pixel and the distance of pixels in each pass of an interlaced picture. */
const passes = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 }
]
const onePass = [{ x: 0, y: 0, across: 1, down: 1 }]

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
  /** With its length, type and check sum. */
  readonly whole: Uint8Array
}

/** The chunks after the signature, up to the end of the file; undefined if they don't fit or a check sum is wrong. */
const chunksOf = (bytes: Uint8Array): ReadonlyArray<Chunk> | undefined => {
  const view = viewOf(bytes)
  const chunks: Array<Chunk> = []
  for (let at = signature.length; at < bytes.length;) {
    if (bytes.length - at < 12) return undefined
    const length = view.getUint32(at)
    if (length > bytes.length - at - 12) return undefined
    const named = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== view.getUint32(at + 8 + length)) return undefined
    chunks.push({
      type: String.fromCharCode(...named.subarray(0, 4)),
      content: named.subarray(4),
      whole: bytes.subarray(at, at + 12 + length)
    })
    at += 12 + length
  }
  return chunks
}

interface Header {
  readonly width: number
  readonly height: number
  readonly colour: number
  readonly bitsPerPixel: number
  readonly isInterlaced: boolean
}

const headerOf = ({ content, type }: Chunk): Header | undefined => {
  if (type !== "IHDR" || content.length !== 13) return undefined
  const view = viewOf(content)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = content.subarray(8)
  const form = colours.get(colour)
  const isKnown = form?.depths.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1
  if (!isKnown || width === 0 || height === 0) return undefined
  return { width, height, colour, bitsPerPixel: form.samples * depth, isInterlaced: interlace === 1 }
}

/** Whether the chunks are in their order, without critical ones that no reader knows. */
const isInOrder = (chunks: ReadonlyArray<Chunk>, { colour }: Header): boolean => {
  const types = chunks.map(({ type }) => type)
  const firstData = types.indexOf("IDAT")
  const palette = types.indexOf("PLTE")
  const transparency = types.indexOf("tRNS")
  const count = (wanted: string) => types.filter((type) => type === wanted).length
  return chunks.every(({ type }) => drawing.has(type) || /^[a-z]/.test(type)) &&
    ["IHDR", "IEND"].every((type) => count(type) === 1) && ["PLTE", "tRNS"].every((type) => count(type) <= 1) &&
    types.at(-1) === "IEND" && chunks.at(-1)?.content.length === 0 &&
    firstData > 0 && types.slice(firstData, firstData + count("IDAT")).every((type) => type === "IDAT") &&
    palette < firstData && transparency < firstData && (transparency < 0 || palette < transparency) &&
    (colour !== 3 || palette > 0) && (palette < 0 || ![0, 4].includes(colour))
}

/** The lengths of the rows in bytes, without the byte that says how one is filtered. */
const rowsOf = ({ bitsPerPixel, height, isInterlaced, width }: Header): ReadonlyArray<number> =>
  (isInterlaced ? passes : onePass).flatMap(({ across, down, x, y }) => {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)]
    return columns <= 0 || rows <= 0 ? [] : Array<number>(rows).fill(Math.ceil((columns * bitsPerPixel) / 8))
  })

/** Whether compressed data has all rows and nothing after them. */
const isWhole = (data: Uint8Array, rows: ReadonlyArray<number>): boolean => {
  const length = rows.reduce((sum, row) => sum + 1 + row, 0)
  const inflated = Result.try(() => inflateSync(data, { maxOutputLength: length, info: true }))
  if (Result.isFailure(inflated)) return false
  // The types of Node leave out what `info` adds.
  const { buffer, engine } = inflated.success as unknown as {
    readonly buffer: Uint8Array
    readonly engine: { readonly bytesWritten: number }
  }
  if (buffer.length !== length || engine.bytesWritten !== data.length) return false
  let at = 0
  return rows.every((row) => {
    const filter = buffer[at]!
    at += 1 + row
    return filter <= 4
  })
}

/** Reads a PNG picture; the pixels of one that is too large are not read. */
export const readPng = (bytes: Uint8Array): Result.Result<RasterPicture, PictureFault> => {
  const [first, ...others] = chunksOf(bytes) ?? []
  const header = first === undefined ? undefined : headerOf(first)
  if (first === undefined || header === undefined) return Result.fail("malformed")
  const chunks = [first, ...others]
  if (chunks.some(({ type }) => animating.has(type))) return Result.fail("animated")
  if (!isInOrder(chunks, header)) return Result.fail("malformed")
  const { height, width } = header
  const data = Buffer.concat(chunks.flatMap(({ content, type }) => type === "IDAT" ? [content] : []))
  if (!isTooLong(header) && !isWhole(data, rowsOf(header))) return Result.fail("malformed")
  const kept = chunks.flatMap(({ type, whole }) => drawing.has(type) ? [whole] : [])
  return Result.succeed({ width, height, data: Buffer.concat([Uint8Array.from(signature), ...kept]) })
}
