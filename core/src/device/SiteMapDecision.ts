import { Result } from "effect"
import { sanitise } from "../event/SvgImage.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { deviceRules } from "./DeviceRules.ts"
import { largestPicture, type NewSiteMap, type SiteCorners } from "./SiteMap.ts"
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

/** Checks a picture and returns it in the form in which it is stored: SVG without anything that does not draw. */
export const drawPicture = ({ data, mime_type }: DrawnPicture): Result.Result<DrawnPicture, InvalidArgument> => {
  if (data.length > largestPicture) return refuseLarge()
  if (mime_type === "image/svg+xml") {
    return Result.flatMap(sanitise(data), (image) => {
      // It may be longer than the file that was given, as characters are written as references.
      const drawn = new TextEncoder().encode(image)
      return drawn.length > largestPicture ? refuseLarge() : Result.succeed({ mime_type, data: drawn })
    })
  }
  const signature = signatures.get(mime_type)
  return signature?.every((byte, index) => data[index] === byte) === true
    ? Result.succeed({ mime_type, data })
    : refuse(deviceRules.site_map_picture)
}

/** Decides about a site map: its corners must be those of a plan, and the first one needs a picture. */
export const decide = (
  { bottom_left, picture, top_left, top_right }: NewSiteMap,
  stored: DrawnPicture | undefined
): Result.Result<SiteCorners & DrawnPicture, InvalidArgument> => {
  const corners = { top_left, top_right, bottom_left }
  if (!isSitePlan(corners)) return refuse(deviceRules.site_map_corners)
  if (picture != null) return Result.map(drawPicture(picture), (drawn) => ({ ...corners, ...drawn }))
  return stored === undefined
    ? refuse(deviceRules.site_map_missing)
    : Result.succeed({ ...corners, mime_type: stored.mime_type, data: stored.data })
}
