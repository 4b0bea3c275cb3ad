import { Result } from "effect"
import { hasText, type PictureFault, type RasterPicture, viewOf } from "./RasterPicture.ts"

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Markers of ITU-T T.81, table B.1. */
const marker = {
  frames: [0xc0, 0xc1, 0xc2],
  huffman: 0xc4,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantisation: 0xdb,
  restart: 0xdd,
  /** The first marker of an application: JFIF. */
  jfif: 0xe0,
  exif: 0xe1,
  adobe: 0xee,
  application: { first: 0xe0, last: 0xef },
  comment: 0xfe
}

/** Most scans of a progressive picture: each makes a browser draw all of it again. */
const mostScans = 32

const shownParts: ReadonlySet<number> = new Set([
  ...marker.frames,
  marker.huffman,
  marker.scan,
  marker.quantisation,
  marker.restart
])

/** Whether a segment says how the picture looks; comments, colour profiles and Exif are left out. */
const isShown = (code: number, content: Uint8Array): boolean =>
  shownParts.has(code) ||
  // Without a preview of its own, which may show what was cut off.
  (code === marker.jfif && content.length === 14 && hasText(content, "JFIF\0")) ||
  // It says in which colours the picture is.
  (code === marker.adobe && content.length === 12 && hasText(content, "Adobe"))

const isApplication = (code: number): boolean =>
  code === marker.comment || (code >= marker.application.first && code <= marker.application.last)

const sizeOf = (content: Uint8Array): Pick<RasterPicture, "height" | "width"> | undefined => {
  if (content.length < 6) return undefined
  const view = viewOf(content)
  const [height, width, components = 0] = [view.getUint16(1), view.getUint16(3), content[5]]
  const isKnown = content[0] === 8 && [1, 3, 4].includes(components) && content.length === 6 + 3 * components
  return isKnown && width > 0 && height > 0 ? { width, height } : undefined
}

/** Where the data of a scan ends: at the next marker that is no restart. */
const endOfScan = (bytes: Uint8Array, begin: number): number => {
  for (let at = begin; at < bytes.length - 1; at++) {
    const next = bytes[at + 1]!
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** The tag of Exif that says how the camera was held, and its value for upright. */
const orientation = { tag: 0x112, upright: 1 }

/** How the camera was held (Exif 2.32, 4.6.4 A); upright unless a segment says otherwise. */
const heldBy = ({ code, content }: Segment): number => {
  if (code !== marker.exif || !hasText(content, "Exif\0\0")) return orientation.upright
  const tiff = viewOf(content.subarray(6))
  const found = Result.try(() => {
    const isLittle = tiff.getUint16(0) === 0x4949
    const fields = tiff.getUint32(4, isLittle)
    for (let n = 0; n < tiff.getUint16(fields, isLittle); n++) {
      const field = fields + 2 + 12 * n
      if (tiff.getUint16(field, isLittle) === orientation.tag) return tiff.getUint16(field + 8, isLittle)
    }
    return orientation.upright
  })
  // Browsers show a picture with broken Exif as it is.
  return Result.getOrElse(found, () => orientation.upright)
}

interface Segment {
  readonly code: number
  readonly content: Uint8Array
  /** With its marker, its length and the data of a scan. */
  readonly whole: Uint8Array
}

/** The segments up to the end of the picture, which is that of the file; undefined if they don't fit. */
const segmentsOf = (bytes: Uint8Array): ReadonlyArray<Segment> | undefined => {
  const view = viewOf(bytes)
  const segments: Array<Segment> = []
  let at = 2
  while (at + 2 <= bytes.length) {
    const code = bytes[at + 1]!
    if (bytes[at] !== 0xff) return undefined
    if (code === marker.end) return at + 2 === bytes.length ? segments : undefined
    // Bytes between segments only fill.
    if (code === 0xff) {
      at++
      continue
    }
    if (!shownParts.has(code) && !isApplication(code)) return undefined
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 0
    const next = at + 2 + length
    if (length < 2 || next > bytes.length) return undefined
    const end = code === marker.scan ? endOfScan(bytes, next) : next
    segments.push({ code, content: bytes.subarray(at + 4, next), whole: bytes.subarray(at, end) })
    at = end
  }
  return undefined
}

/** Reads a JPEG picture. One that has to be turned is refused, as what says so is left out. */
export const readJpeg = (bytes: Uint8Array): Result.Result<RasterPicture, PictureFault> => {
  const segments = segmentsOf(bytes) ?? []
  const codes = segments.map(({ code }) => code)
  const frames = segments.filter(({ code }) => marker.frames.includes(code))
  const scans = codes.filter((code) => code === marker.scan).length
  const size = frames.length === 1 ? sizeOf(frames[0]!.content) : undefined
  const isInOrder = codes.indexOf(marker.scan) > codes.findIndex((code) => marker.frames.includes(code))
  if (size === undefined || scans === 0 || scans > mostScans || !isInOrder) return Result.fail("malformed")
  if (segments.some((segment) => heldBy(segment) !== orientation.upright)) return Result.fail("turned")
  const kept = segments.filter(({ code, content }) => isShown(code, content)).map(({ whole }) => whole)
  return Result.succeed({
    ...size,
    data: Buffer.concat([
      Uint8Array.of(0xff, marker.start),
      ...kept,
      Uint8Array.of(0xff, marker.end)
    ])
  })
}
