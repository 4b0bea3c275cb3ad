import { Effect, Result } from "effect"
import { type InvalidArgument, refuse, type ServiceUnavailable } from "../base/Refusal.ts"
import { maxLogoBytes, type NewBlob, StoredBlob, svgType } from "./EventDesign.ts"
import { eventRules } from "./EventRules.ts"
import { sanitise, sanitiseApart } from "./SvgImage.ts"

const refuseLarge = () => refuse(eventRules.logo_too_large, { kibibytes: maxLogoBytes / 1024 })

/** A file that may be a logo: of the right type and size. */
const fileOf = ({ data, mime_type }: NewBlob): Result.Result<Uint8Array, InvalidArgument> =>
  mime_type !== svgType
    ? refuse(eventRules.logo_no_svg, { type: svgType })
    : data.length > maxLogoBytes
    ? refuseLarge()
    : Result.succeed(data)

const logoOf = (image: string): Result.Result<StoredBlob, InvalidArgument> => {
  // It may be longer than the file that was given, as characters are written as references.
  const drawn = new TextEncoder().encode(image)
  return drawn.length > maxLogoBytes
    ? refuseLarge()
    : Result.succeed(new StoredBlob({ mime_type: svgType, data: drawn }))
}

/** Checks a logo and returns it in the form in which it is stored. */
export const drawLogo = (given: NewBlob): Result.Result<StoredBlob, InvalidArgument> =>
  Result.flatMap(Result.flatMap(fileOf(given), sanitise), logoOf)

/** As `drawLogo`, in a thread. */
export const drawLogoApart = (given: NewBlob): Effect.Effect<StoredBlob, InvalidArgument | ServiceUnavailable> =>
  Effect.fromResult(fileOf(given)).pipe(
    Effect.flatMap(sanitiseApart),
    Effect.flatMap((image) => Effect.fromResult(logoOf(image)))
  )
