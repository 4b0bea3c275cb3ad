import { Result } from "effect"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { maxLogoBytes, type NewBlob, StoredBlob, svgType } from "./EventDesign.ts"
import { eventRules } from "./EventRules.ts"
import { sanitise } from "./SvgImage.ts"

const refuseLarge = () => refuse(eventRules.logo_too_large, { kibibytes: maxLogoBytes / 1024 })

/** Checks a logo and returns it in the form in which it is stored. */
export const drawLogo = ({ data, mime_type }: NewBlob): Result.Result<StoredBlob, InvalidArgument> =>
  mime_type !== svgType
    ? refuse(eventRules.logo_no_svg, { type: svgType })
    : data.length > maxLogoBytes
    ? refuseLarge()
    : Result.flatMap(sanitise(data), (image) => {
      // It may be longer than the file that was given, as characters are written as references.
      const drawn = new TextEncoder().encode(image)
      return drawn.length > maxLogoBytes
        ? refuseLarge()
        : Result.succeed(new StoredBlob({ mime_type: svgType, data: drawn }))
    })
