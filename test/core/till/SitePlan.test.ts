import { assert, describe, it } from "@effect/vitest"
import { deviceRules } from "@wristbank/core/till/DeviceRules"
import { SitePicture } from "@wristbank/core/till/SiteMap"
import { cornersOf, drawPicture, pictureOf } from "@wristbank/core/till/SiteMapDecision"
import { type Corners, isSitePlan, pointOf } from "@wristbank/core/till/SitePlan"
import { Result } from "effect"
import fc from "fast-check"

/** A picture of a site turned by any angle: its corners and the place at a point of it. */
const plans = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  width: fc.double({ min: 10, max: 5000, noNaN: true }),
  height: fc.double({ min: 10, max: 5000, noNaN: true })
}).map(({ angle, height, latitude, longitude, width }) => {
  /** The place some metres to the right and down from the corner at the top left. */
  const placeAt = (right: number, down: number) => {
    const north = -right * Math.sin(angle) - down * Math.cos(angle)
    const east = right * Math.cos(angle) - down * Math.sin(angle)
    const turned = longitude + east / (111_000 * Math.cos((latitude * Math.PI) / 180))
    return {
      latitude: latitude + north / 111_000,
      longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
    }
  }
  const corners: Corners = { top_left: placeAt(0, 0), top_right: placeAt(width, 0), bottom_left: placeAt(0, height) }
  return { corners, placeOf: (x: number, y: number) => placeAt(x * width, y * height) }
})

const fraction = fc.double({ min: -1, max: 2, noNaN: true })

describe("a place on the picture of the site", () => {
  it("is at the point of the picture that shows it, however the picture is turned", () =>
    fc.assert(fc.property(plans, fraction, fraction, ({ corners, placeOf }, x, y) => {
      const point = pointOf(corners, placeOf(x, y))
      assert.closeTo(point.x, x, 1e-5)
      assert.closeTo(point.y, y, 1e-5)
    })))

  it("needs corners that are not mirrored, in a line or further apart than a site is", () => {
    fc.assert(fc.property(plans, ({ corners }) => {
      const { bottom_left, top_left, top_right } = corners
      assert.isTrue(isSitePlan(corners))
      assert.isFalse(isSitePlan({ top_left, top_right: bottom_left, bottom_left: top_right }))
      assert.isFalse(isSitePlan({ top_left, top_right, bottom_left: top_right }))
      assert.isFalse(isSitePlan({ top_left, top_right: top_left, bottom_left }))
      assert.isFalse(
        isSitePlan({ top_left, top_right: { ...top_right, latitude: top_right.latitude - 15 }, bottom_left })
      )
    }))
  })
})

const place = (latitude: number, longitude: number) => ({ latitude, longitude })
const corners = { top_left: place(54, 9), top_right: place(54, 9.1), bottom_left: place(53.9, 9) }
const bytes = (...given: ReadonlyArray<number>) => Uint8Array.from(given)
const png = { mime_type: "image/png", data: bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1) }

const ruleOf = <A>(decided: Result.Result<A, { readonly rule?: unknown }>) =>
  Result.isFailure(decided) ? decided.failure.rule : undefined

describe("a site map", () => {
  it("has a picture that is what its type says", () => {
    for (const picture of [png, { mime_type: "image/jpeg", data: bytes(0xff, 0xd8, 0xff, 0xe0) }]) {
      assert.deepStrictEqual(Result.getOrThrow(drawPicture(new SitePicture(picture))), picture)
    }
    const others = [
      { ...png, mime_type: "image/jpeg" },
      { ...png, mime_type: "text/html" },
      { mime_type: "image/png", data: bytes() }
    ]
    for (const picture of others) {
      assert.strictEqual(ruleOf(drawPicture(new SitePicture(picture))), deviceRules.site_map_picture.name)
    }
    const large = new SitePicture({ ...png, data: new Uint8Array(2 * 2 ** 20 + 1) })
    assert.strictEqual(ruleOf(drawPicture(large)), deviceRules.site_map_too_large.name)
  })

  it("loses what an SVG image has besides its drawing", () => {
    const data = new TextEncoder().encode(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"steal()\"><script>steal()</script><path d=\"M0 0\"/></svg>"
    )
    const drawn = Result.getOrThrow(drawPicture(new SitePicture({ mime_type: "image/svg+xml", data })))
    assert.notInclude(new TextDecoder().decode(drawn.data), "steal")
    assert.include(new TextDecoder().decode(drawn.data), "<path")
  })

  it("keeps its picture when only corners are given, and has none before the first", () => {
    assert.strictEqual(ruleOf(pictureOf(null, undefined)), deviceRules.site_map_missing.name)
    assert.deepStrictEqual(Result.getOrThrow(pictureOf(null, png)), png)
    const mirrored = { ...corners, top_right: corners.bottom_left, bottom_left: corners.top_right }
    assert.strictEqual(ruleOf(cornersOf(mirrored)), deviceRules.site_map_corners.name)
  })
})
