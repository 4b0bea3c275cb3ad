import { Result } from "effect"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { maxLogoBytes, type NewBlob, StoredBlob, svgType } from "./EventDesign.ts"
import { sanitise } from "./SvgImage.ts"

/** Decides about a logo and answers it as it is stored. */
export const drawLogo = ({ data, mime_type }: NewBlob): Result.Result<StoredBlob, InvalidArgument> =>
  mime_type !== svgType
    ? refuse(`A logo must be ${svgType}`)
    : data.length > maxLogoBytes
    ? refuse(`A logo may have ${maxLogoBytes / 1024} KiB`)
    : Result.map(
      sanitise(data),
      (image) => new StoredBlob({ mime_type: svgType, data: new TextEncoder().encode(image) })
    )

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
