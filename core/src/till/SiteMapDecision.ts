import { Effect, Result } from "effect"
import { type InvalidArgument, refuse, type ServiceUnavailable } from "../base/Refusal.ts"
import { svgType } from "../event/EventDesign.ts"
import { sanitise, sanitiseApart } from "../event/SvgImage.ts"
import { deviceRules } from "./DeviceRules.ts"
import { largestPicture, type SiteCorners } from "./SiteMap.ts"
import { isSitePlan } from "./SitePlan.ts"

/** A checked picture. */
export interface DrawnPicture {
  readonly mime_type: string
  readonly data: Uint8Array
}

/** The first bytes of files by their type. */
const signatures = new Map([
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]]
])

const refuseLarge = () => refuse(deviceRules.site_map_too_large, { mebibytes: largestPicture / 2 ** 20 })

/** A picture that is no SVG is stored as it is; one of another type is refused. */
const rasterOf = ({ data, mime_type }: DrawnPicture): Result.Result<DrawnPicture, InvalidArgument> => {
  const signature = signatures.get(mime_type)
  return signature?.every((byte, index) => data[index] === byte) === true
    ? Result.succeed({ mime_type, data })
    : refuse(deviceRules.site_map_picture)
}

const svgOf = (image: string): Result.Result<DrawnPicture, InvalidArgument> => {
  // It may be longer than the file that was given, as characters are written as references.
  const data = new TextEncoder().encode(image)
  return data.length > largestPicture ? refuseLarge() : Result.succeed({ mime_type: svgType, data })
}

/** Checks a picture and returns it in the form in which it is stored: SVG without anything that does not draw. */
export const drawPicture = (given: DrawnPicture): Result.Result<DrawnPicture, InvalidArgument> => {
  if (given.data.length > largestPicture) return refuseLarge()
  return given.mime_type === svgType ? Result.flatMap(sanitise(given.data), svgOf) : rasterOf(given)
}

/** As `drawPicture`, in a thread if that may take long. */
export const drawPictureApart = (
  given: DrawnPicture
): Effect.Effect<DrawnPicture, InvalidArgument | ServiceUnavailable> =>
  given.mime_type === svgType && given.data.length <= largestPicture
    ? Effect.flatMap(sanitiseApart(given.data), (image) => Effect.fromResult(svgOf(image)))
    : Effect.fromResult(drawPicture(given))

/** The corners of a site map, which must be those of a plan. */
export const cornersOf = (
  { bottom_left, top_left, top_right }: SiteCorners
): Result.Result<SiteCorners, InvalidArgument> => {
  const corners = { top_left, top_right, bottom_left }
  return isSitePlan(corners) ? Result.succeed(corners) : refuse(deviceRules.site_map_corners)
}

/** The picture of a site map: the one that was given and drawn, or the stored one. The first map needs one. */
export const pictureOf = (
  drawn: DrawnPicture | null,
  stored: DrawnPicture | undefined
): Result.Result<DrawnPicture, InvalidArgument> => {
  const picture = drawn ?? stored
  return picture === undefined
    ? refuse(deviceRules.site_map_missing)
    : Result.succeed({ mime_type: picture.mime_type, data: picture.data })
}
