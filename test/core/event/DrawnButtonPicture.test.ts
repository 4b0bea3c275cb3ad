import { assert, it } from "@effect/vitest"
import { decideRoom, drawButtonPicture } from "@wristbank/core/event/DrawnButtonPicture"
import { Result } from "effect"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { drawn, jpegSegment, png, pngChunk, webp, webpChunk } from "../../support/Pictures.ts"

const draw = (bytes: Uint8Array) => Result.getOrThrow(drawButtonPicture(bytes))

const whyNot = (bytes: Uint8Array) =>
  Result.match(drawButtonPicture(bytes), {
    onSuccess: () => "drawn",
    onFailure: (refusal) => {
      assert.strictEqual(refusal.rule, "catalogue.picture_refused")
      return refusal.message.replace("The picture can't be used: ", "")
    }
  })

const damaged = "it is damaged, or something follows after its end"
const noPicture = "it is not PNG, JPEG or WebP"
const side = fc.integer({ min: 1, max: 40 })

/** PNG pictures of each form, with random rows of which each is not filtered. */
const anyPng = fc.constantFrom(
  ...[[0, 1], [0, 8], [0, 16], [2, 8], [2, 16], [3, 1], [3, 4], [4, 8], [6, 8], [6, 16]] as const
).chain(([colour, depth]) =>
  fc.record({ width: side, height: side }).map((size) => ({ ...size, picture: png({ ...size, colour, depth }) }))
)

const anyPicture = fc.oneof(
  anyPng.map(({ picture }) => picture),
  fc.constantFrom(drawn.jpeg, drawn.lossy, drawn.transparent, drawn.lossless)
)

it("pictures of each form are stored as they are, under their hash, and drawn again they are the same", () =>
  fc.assert(fc.property(anyPicture, (picture) => {
    const first = draw(picture)
    assert.deepStrictEqual(Buffer.from(first.data), Buffer.from(picture))
    assert.strictEqual(first.picture.hash, createHash("sha256").update(picture).digest("hex"))
    assert.strictEqual(first.picture.bytes, picture.length)
    assert.deepStrictEqual(draw(first.data), first)
  })))

it("the size of a picture is that of its pixels", () => {
  fc.assert(fc.property(anyPng, ({ height, picture, width }) => {
    assert.deepInclude(draw(picture).picture, { mime_type: "image/png", width, height })
  }))
  assert.deepInclude(draw(drawn.jpeg).picture, { mime_type: "image/jpeg", width: 8, height: 6 })
  for (const picture of [drawn.lossy, drawn.transparent, drawn.lossless]) {
    assert.deepInclude(draw(picture).picture, { mime_type: "image/webp", width: 8, height: 6 })
  }
})

it("a picture that ends early or goes on after its end is refused", () =>
  fc.assert(fc.property(anyPicture, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (picture, part) => {
    const length = Math.floor(picture.length * part)
    assert.include([damaged, noPicture], whyNot(picture.subarray(0, length)))
    assert.strictEqual(whyNot(Buffer.concat([picture, picture.subarray(0, 1 + length)])), damaged)
  })))

it("a PNG picture with any other bit is refused", () =>
  fc.assert(fc.property(anyPng, fc.nat(), fc.integer({ min: 0, max: 7 }), ({ picture }, at, bit) => {
    const changed = Uint8Array.from(picture)
    changed[at % picture.length]! ^= 1 << bit
    assert.include([damaged, noPicture], whyNot(changed))
  })))

it("any bytes are a picture or refused", () =>
  fc.assert(fc.property(
    fc.constantFrom(...Object.values(drawn).map((picture) => picture.subarray(0, 40)), png({ width: 1, height: 1 })),
    fc.uint8Array({ maxLength: 300 }),
    (begin, rest) => {
      whyNot(Buffer.concat([begin, rest]))
      whyNot(rest)
    }
  )))

const secret = Buffer.from("Exif\0\0 GPS 54.3233 N 10.1228 E")

it("where a photo was taken, comments and colour profiles are left out", () => {
  const size = { width: 3, height: 2 }
  const texts = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "iCCP", "prVt"].map((type) => pngChunk(type, secret))
  const { jpeg } = drawn
  const withSegments = (...segments: ReadonlyArray<Buffer>) =>
    Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
  const withPreview = jpegSegment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01GPS"))
  const extended = Buffer.from([0x2c, 0, 0, 0, 7, 0, 0, 5, 0, 0])
  const [image] = [drawn.lossy.subarray(12)]
  const profiles = ["ICCP", "EXIF", "XMP ", "GPS "].map((type) => webpChunk(type, secret))
  const cases = [
    [png({ ...size, more: texts }), png(size)],
    [withSegments(jpegSegment(0xe1, secret), jpegSegment(0xe2, secret), jpegSegment(0xfe, secret)), jpeg],
    [withSegments(withPreview), jpeg],
    [webp(webpChunk("VP8X", extended), ...profiles, image), drawn.lossy],
    [webp(webpChunk("VP8X", extended), image, ...profiles), drawn.lossy]
  ] as const
  for (const [given, stored] of cases) {
    assert.include(given.toString("latin1"), "GPS")
    assert.deepStrictEqual(Buffer.from(draw(given).data), stored)
  }
  const [head, ...others] = [drawn.transparent.subarray(12, 30), drawn.transparent.subarray(30)]
  const flagged = Buffer.from(head)
  flagged[8] = 0x3c
  assert.deepStrictEqual(Buffer.from(draw(webp(flagged, ...others, ...profiles)).data), drawn.transparent)
})

it("a photo that only its Exif turns is refused, whichever way its numbers are written", () => {
  const { jpeg } = drawn
  const exif = (isLittle: boolean, orientation: number) => {
    const tiff = Buffer.alloc(40)
    const view = new DataView(tiff.buffer, tiff.byteOffset)
    tiff.write(isLittle ? "II" : "MM", "latin1")
    view.setUint16(2, 42, isLittle)
    view.setUint32(4, 8, isLittle)
    view.setUint16(8, 2, isLittle)
    view.setUint16(10, 0x10f, isLittle)
    view.setUint16(22, 0x112, isLittle)
    view.setUint16(24, 3, isLittle)
    view.setUint32(26, 1, isLittle)
    view.setUint16(30, orientation, isLittle)
    return Buffer.concat([Buffer.from("Exif\0\0"), tiff])
  }
  const withExif = (content: Uint8Array) =>
    Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe1, content), jpeg.subarray(2)])
  for (const isLittle of [true, false]) {
    for (const turned of [2, 3, 6, 8]) {
      assert.strictEqual(
        whyNot(withExif(exif(isLittle, turned))),
        "it lies on its side, and only a note in it says how to turn it"
      )
    }
    assert.deepStrictEqual(Buffer.from(draw(withExif(exif(isLittle, 1))).data), jpeg)
    // Broken Exif turns nothing.
    fc.assert(fc.property(fc.nat(29), (length) => {
      assert.deepStrictEqual(Buffer.from(draw(withExif(exif(isLittle, 6).subarray(0, length))).data), jpeg)
    }))
  }
})

it("animated pictures are refused", () => {
  const control = pngChunk("acTL", Buffer.alloc(8))
  assert.strictEqual(whyNot(png({ width: 3, height: 2, more: [control] })), "it is animated")
  const extended = webpChunk("VP8X", Buffer.from([2, 0, 0, 0, 7, 0, 0, 5, 0, 0]))
  assert.strictEqual(whyNot(webp(extended, drawn.lossy.subarray(12))), "it is animated")
  assert.strictEqual(whyNot(webp(webpChunk("ANIM", Buffer.alloc(6)), drawn.lossy.subarray(12))), "it is animated")
})

it("the rows of a PNG picture are as many and as long as it says", () => {
  const size = { width: 3, height: 2 }
  const rows = 2 * (1 + 3 * 4)
  assert.strictEqual(whyNot(png({ ...size, rows: Buffer.alloc(rows - 1) })), damaged)
  assert.strictEqual(whyNot(png({ ...size, rows: Buffer.alloc(rows + 1) })), damaged)
  assert.strictEqual(whyNot(png({ ...size, rows: Buffer.alloc(20_000_000) })), damaged)
  assert.strictEqual(whyNot(png({ ...size, rows: Buffer.alloc(rows, 5) })), damaged)
  assert.strictEqual(whyNot(png({ ...size, behind: deflateSync(secret) })), damaged)
})

it("a JPEG picture that has to be drawn again and again is refused", () => {
  const { jpeg } = drawn
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  const scans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(count - 1).fill(scan), jpeg.subarray(-2)])
  assert.strictEqual(whyNot(scans(32)), "drawn")
  assert.strictEqual(whyNot(scans(33)), damaged)
})

it("a WebP picture has the size that it says", () => {
  const extended = webpChunk("VP8X", Buffer.from([0, 0, 0, 0, 8, 0, 0, 5, 0, 0]))
  assert.strictEqual(whyNot(webp(extended, drawn.lossy.subarray(12))), damaged)
})

it("the refusal says how large a picture is and how large it may be", () => {
  const german = (bytes: Uint8Array) =>
    Result.match(drawButtonPicture(bytes), { onSuccess: () => "", onFailure: (refusal) => refusal.messageIn("de") })
  assert.strictEqual(whyNot(png({ width: 512, height: 512 })), "drawn")
  const wide = png({ width: 812, height: 20 })
  assert.strictEqual(whyNot(wide), "it is 812 × 20 pixels large, at most 512 × 512 are possible")
  assert.strictEqual(
    german(wide),
    "Das Bild ist nicht verwendbar: es ist 812 × 20 Pixel groß, höchstens 512 × 512 sind möglich"
  )
  // Noise does not become smaller; what is left out does not count.
  const noise = (bytes: number) =>
    Buffer.concat(Array.from({ length: Math.ceil(bytes / 32) }, (_, n) => createHash("sha256").update(`${n}`).digest()))
  const noisy = noise(200 * 601)
  for (let row = 0; row < 200; row++) noisy[row * 601] = 0
  const heavy = png({ width: 200, height: 200, colour: 2, rows: noisy.subarray(0, 200 * 601) })
  assert.strictEqual(whyNot(heavy), "it has 118 KiB, at most 64 are possible")
  assert.strictEqual(whyNot(png({ width: 512, height: 512, more: [pngChunk("tEXt", noise(70_000))] })), "drawn")
  assert.strictEqual(whyNot(Buffer.from("<svg xmlns=\"http://www.w3.org/2000/svg\"/>")), noPicture)
  assert.strictEqual(whyNot(Buffer.from("GIF89a")), noPicture)
  assert.strictEqual(whyNot(Buffer.alloc(0)), noPicture)
})

it("an event has room for 500 pictures", () => {
  assert.isTrue(Result.isSuccess(decideRoom(499)))
  assert.deepInclude(Result.getOrThrow(Result.flip(decideRoom(500))), { rule: "catalogue.picture_too_many" })
})
