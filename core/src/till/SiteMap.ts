import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { atMost, SingleLine } from "../base/Text.ts"

const degrees = (most: number) =>
  Schema.Finite.check(Schema.isBetween({ minimum: -most, maximum: most }, { expected: `-${most} to ${most} degrees` }))

/** A place on the earth, in degrees: positive is north and east. */
export class SiteCoordinates extends Schema.Class<SiteCoordinates>("SiteCoordinates")({
  /** In degrees, from -90 to 90; positive is north. */
  latitude: degrees(90),
  /** In degrees, from -180 to 180; positive is east. */
  longitude: degrees(180)
}) {}

/** Where three corners of the picture are. */
export const siteCorners = {
  /** The place of the picture's top left corner. */
  top_left: SiteCoordinates,
  /** The place of the picture's top right corner. */
  top_right: SiteCoordinates,
  /** The place of the picture's bottom left corner; the fourth corner follows from the others. */
  bottom_left: SiteCoordinates
}

/** Corners as they are stored. */
export const SiteCorners = Schema.Struct(siteCorners)
export type SiteCorners = typeof SiteCorners.Type

/** The picture of an event's site, with the places of its corners. */
export class SiteMap extends Schema.Class<SiteMap>("SiteMap")({
  ...siteCorners,
  /** The type of the picture: `image/png`, `image/jpeg` or `image/svg+xml`. */
  mime_type: Schema.String,
  /** The picture in base64. */
  data: Schema.Uint8ArrayFromBase64
}) {}

/** Largest picture, in bytes. */
export const largestPicture = 2 * 2 ** 20

/** A picture as it is uploaded: its content in base64 and its type. */
export class SitePicture extends Schema.Class<SitePicture>("SitePicture")({
  /** The picture in base64, at most 2 MiB of it when decoded. An SVG is stored without anything that does not draw. */
  data: Schema.String.check(atMost(2 * largestPicture)).pipe(Schema.decodeTo(Schema.Uint8ArrayFromBase64)),
  /** The type of the picture: `image/png`, `image/jpeg` or `image/svg+xml`. */
  mime_type: SingleLine
}) {}

/** A map of the site: a picture and where its corners are. */
export class NewSiteMap extends Schema.Class<NewSiteMap>("NewSiteMap")({
  ...siteCorners,
  /** The picture; null or absent keeps the stored one. */
  picture: Schema.optionalKey(nullOr(SitePicture))
}) {}
