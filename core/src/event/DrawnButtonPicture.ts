import { Result } from "effect"
import { createHash } from "node:crypto"
import { buttonPictures } from "../base/limits/Limits.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { ButtonPicture } from "./ButtonPicture.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { isJpeg, readJpeg } from "./picture/Jpeg.ts"
import { isPng, readPng } from "./picture/Png.ts"
import { isTooLong, type PictureFault, type RasterPicture } from "./picture/RasterPicture.ts"
import { isWebp, readWebp } from "./picture/Webp.ts"

/** A checked picture in the form in which it is stored: without anything that does not draw. */
export interface DrawnButtonPicture {
  readonly picture: ButtonPicture
  readonly mime_type: string
  readonly data: Uint8Array
}

interface Kind {
  readonly type: string
  readonly is: (bytes: Uint8Array) => boolean
  readonly read: (bytes: Uint8Array) => Result.Result<RasterPicture, PictureFault>
}

const kinds: ReadonlyArray<Kind> = [
  { type: "image/png", is: isPng, read: readPng },
  { type: "image/jpeg", is: isJpeg, read: readJpeg },
  { type: "image/webp", is: isWebp, read: readWebp }
]

const whys = {
  kind: text({ en: "it is not PNG, JPEG or WebP", de: "es ist weder PNG noch JPEG noch WebP" }),
  bytes: text({
    en: "it has {kibibytes} KiB, at most {most} are possible",
    de: "es hat {kibibytes} KiB, höchstens {most} sind möglich"
  }),
  size: text({
    en: "it is {width} × {height} pixels large, at most {most} × {most} are possible",
    de: "es ist {width} × {height} Pixel groß, höchstens {most} × {most} sind möglich"
  }),
  animated: text({ en: "it is animated", de: "es ist bewegt" }),
  turned: text({
    en: "it lies on its side, and only a note in it says how to turn it",
    de: "es liegt auf der Seite, und nur ein Vermerk darin sagt, wie es zu drehen ist"
  }),
  malformed: text({
    en: "it is damaged, or something follows after its end",
    de: "es ist beschädigt oder hat etwas hinter seinem Ende"
  })
}

const because = (why: Sentence) => refuse(catalogueRules.picture_refused, { why })

/** Checks a picture of a button by its content, whatever its name says. */
export const drawButtonPicture = (data: Uint8Array): Result.Result<DrawnButtonPicture, InvalidArgument> => {
  const kind = kinds.find(({ is }) => is(data))
  if (kind === undefined) return because(say(whys.kind))
  const read = kind.read(data)
  if (Result.isFailure(read)) return because(say(whys[read.failure]))
  const { data: drawn, height, width } = read.success
  if (isTooLong({ height, width })) return because(say(whys.size, { width, height, most: buttonPictures.longestSide }))
  if (drawn.length > buttonPictures.kibibytes * 1024) {
    return because(say(whys.bytes, { kibibytes: Math.ceil(drawn.length / 1024), most: buttonPictures.kibibytes }))
  }
  return Result.succeed({
    picture: new ButtonPicture({
      hash: createHash("sha256").update(drawn).digest("hex"),
      mime_type: kind.type,
      width,
      height,
      bytes: drawn.length
    }),
    mime_type: kind.type,
    data: drawn
  })
}

/** Decides whether an event can have one more picture beside those that it has. */
export const decideRoom = (stored: number): Result.Result<void, InvalidArgument> =>
  stored >= buttonPictures.most ? refuse(catalogueRules.picture_too_many, { most: buttonPictures.most }) : Result.void
