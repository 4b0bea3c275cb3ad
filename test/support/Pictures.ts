import { crc32, deflateSync } from "node:zlib"

const text = (value: string) => Buffer.from(value, "latin1")

/** A chunk of a PNG picture. */
export const pngChunk = (type: string, content: Uint8Array): Buffer => {
  const named = Buffer.concat([text(type), content])
  const chunk = Buffer.alloc(8 + named.length)
  chunk.writeUint32BE(content.length)
  chunk.set(named, 4)
  chunk.writeUint32BE(crc32(named), 4 + named.length)
  return chunk
}

interface PngForm {
  readonly width: number
  readonly height: number
  readonly depth?: number
  /** 0 grey, 2 colours, 3 with a palette, 4 grey and 6 colours with transparency. */
  readonly colour?: number
  /** The rows; by default black ones, each not filtered. */
  readonly rows?: Uint8Array
  /** What follows on the compressed rows in the same chunk. */
  readonly behind?: Uint8Array
  /** Chunks between the header and the rows. */
  readonly more?: ReadonlyArray<Uint8Array>
}

const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A PNG picture that is not interlaced. */
export const png = (
  { behind = Buffer.alloc(0), colour = 6, depth = 8, height, more = [], rows, width }: PngForm
): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUint32BE(width)
  head.writeUint32BE(height, 4)
  head.set([depth, colour, 0, 0, 0], 8)
  const row = 1 + Math.ceil((width * depth * samples[colour]!) / 8)
  const data = deflateSync(rows ?? Buffer.alloc(row * height))
  return Buffer.concat([
    text("\x89PNG\r\n\x1a\n"),
    pngChunk("IHDR", head),
    ...more,
    ...(colour === 3 ? [pngChunk("PLTE", Buffer.alloc(6))] : []),
    pngChunk("IDAT", Buffer.concat([data, behind])),
    pngChunk("IEND", Buffer.alloc(0))
  ])
}

/** A segment of a JPEG picture. */
export const jpegSegment = (code: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content])

/** A chunk of a WebP picture. */
export const webpChunk = (type: string, content: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUint32LE(content.length)
  return Buffer.concat([text(type), length, content, Buffer.alloc(content.length % 2)])
}

/** A WebP picture of chunks. */
export const webp = (...chunks: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(chunks)
  const length = Buffer.alloc(4)
  length.writeUint32LE(4 + body.length)
  return Buffer.concat([text("RIFF"), length, text("WEBP"), body])
}

const base64 = (value: string) => Buffer.from(value, "base64")

/** Pictures of 8 × 6 pixels as Chromium draws them, without the colour profile that it adds. */
export const drawn = {
  jpeg: base64(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAcEAACAgIDAAAAAAAAAAAAAAACAwABBBEhMXH/xAAUAQEAAAAAAAAAAAAAAAAAAAAB/8QAFxEBAQEBAAAAAAAAAAAAAAAAAQARMf/aAAwDAQACEQMRAD8AvKQxeQbCeRiW9BfVc+xEQAOSu3//2Q=="
  ),
  lossy: base64(
    "UklGRkwAAABXRUJQVlA4IEAAAADQAQCdASoIAAYAAsBMJQBdhggAJ7E4AAD+4o2TjX0XxhFtv3Ub7i1zpCSTbeYvwkzBCb7QaQGuG1f29eej6QAA"
  ),
  transparent: base64(
    "UklGRlwAAABXRUJQVlA4WAoAAAAQAAAABwAABQAAQUxQSAwAAAABDzD/ERFiPCL6Hw5WUDggKgAAAHABAJ0BKggABgACwEwlmALsAUAAAP67t+6bgf6j3/e6j9+s4TcdcgxAAA=="
  ),
  lossless: base64("UklGRiAAAABXRUJQVlA4TBMAAAAvB0ABEA8wZsMc8x84xiOi/+EAAA==")
}

/** A disc in one colour on nothing, as wide and high as this. */
export const disc = (side: number, colour: readonly [red: number, green: number, blue: number]): Buffer => {
  const rows = Buffer.alloc(side * (1 + 4 * side))
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (Math.hypot(x - side / 2, y - side / 2) < side / 2.2) {
        rows.set([...colour, 255], y * (1 + 4 * side) + 1 + 4 * x)
      }
    }
  }
  return png({ width: side, height: side, rows })
}
