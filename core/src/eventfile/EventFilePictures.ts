import { Predicate, Result } from "effect"
import { createHash } from "node:crypto"
import type { Language } from "../base/Language.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { drawButtonPicture } from "../event/DrawnButtonPicture.ts"
import { drawLogo } from "../event/Logo.ts"
import { drawPicture } from "../till/SiteMapDecision.ts"
import type { Contents, FileProblem } from "./EventFile.ts"
import { type Drawn, endingOf, isBeside, pictureIn, pictureText, typeOfPicture } from "./Picture.ts"

/** Reads a picture beside the file by its path; fails with the reason why it can't. */
export type ReadBeside = (path: string) => Result.Result<Uint8Array, string>

/** Each entry of a list, in the path of a place. */
const each = Symbol("each")

type Steps = ReadonlyArray<string | typeof each>

interface PicturePlace {
  readonly section: string
  /** The place in an object of the section. */
  readonly path: ReadonlyArray<string>
  /** Whether the file has a list of such objects. */
  readonly isList: boolean
  /** What the name of a written picture ends with. */
  readonly suffix: (data: Uint8Array) => string
  /** Checks a picture as an upload in the office, and returns it in the form in which it is stored. */
  readonly draw: (given: Drawn) => Result.Result<Drawn, InvalidArgument>
}

/** Where files have pictures. */
const places: ReadonlyArray<PicturePlace> = [
  { section: "event_design", path: ["bon_logo"], isList: false, suffix: () => "logo", draw: drawLogo },
  { section: "event_design", path: ["site_map", "picture"], isList: false, suffix: () => "site", draw: drawPicture },
  // Buttons with the same picture share a file.
  {
    section: "till_buttons",
    path: ["picture"],
    isList: true,
    suffix: (data) => `button-${createHash("sha256").update(data).digest("hex").slice(0, 12)}`,
    draw: ({ data }) => drawButtonPicture(data)
  }
]

const texts = {
  path: text({
    en: "A picture is {form}, or the path of one beside the file, such as {example}",
    de: "Ein Bild ist {form} oder der Pfad eines Bilds neben der Datei, etwa {example}"
  }),
  ending: text({
    en: "The name of a picture ends with .svg, .png, .jpg or .webp",
    de: "Der Name eines Bilds endet auf .svg, .png, .jpg oder .webp"
  }),
  unread: text({ en: "The picture {path}: {reason}", de: "Das Bild {path}: {reason}" })
}

const example = { form: "data:image/png;base64,…", example: "pictures/logo.svg" }

/** A file with other values at the places that steps lead to; what a file lacks stays away. */
const changedAt = (
  json: unknown,
  [step, ...rest]: Steps,
  change: (value: unknown, path: FileProblem["path"]) => unknown,
  path: FileProblem["path"] = []
): unknown => {
  if (step === undefined) return change(json, path)
  if (step === each) {
    return Array.isArray(json) ? json.map((one, at) => changedAt(one, rest, change, [...path, at])) : json
  }
  if (!Predicate.isReadonlyObject(json) || json[step] === undefined) return json
  return { ...json, [step]: changedAt(json[step], rest, change, [...path, step]) }
}

/** The picture that a value means, as it is given. */
const given = (value: string, readBeside: ReadBeside): Result.Result<Drawn, Sentence> => {
  const inline = pictureIn(value)
  if (inline !== undefined) return Result.succeed(inline)
  if (value.startsWith("data:") || !isBeside(value)) return Result.fail(say(texts.path, example))
  const mime_type = typeOfPicture(value)
  if (mime_type === undefined) return Result.fail(say(texts.ending))
  return Result.mapBoth(readBeside(value), {
    onSuccess: (data) => ({ mime_type, data }),
    onFailure: (reason) => say(texts.unread, { path: value, reason })
  })
}

/**
 * Puts the pictures of a file into it: those beside it are read, and each is checked and brought into the form in which it is stored,
 * so that files can be compared with events.
 */
export const withPictures = (
  json: unknown,
  readBeside: ReadBeside,
  language: Language
): { readonly json: unknown; readonly problems: ReadonlyArray<FileProblem> } => {
  const problems: Array<FileProblem> = []
  const filled = places.reduce((file, { draw, isList, path: within, section }) => {
    const steps = [section, ...(isList ? [each] as const : []), ...within]
    return changedAt(file, steps, (value, path) => {
      // What is no text is a problem that the schema names.
      if (typeof value !== "string") return value
      const drawn = Result.match(given(value, readBeside), {
        onFailure: (why): Result.Result<Drawn, string> => Result.fail(why(language)),
        onSuccess: (picture) => Result.mapError(draw(picture), (refusal) => refusal.messageIn(language))
      })
      if (Result.isSuccess(drawn)) return pictureText(drawn.success)
      problems.push({ path, message: drawn.failure })
      return value
    })
  }, json)
  return { json: filled, problems }
}

/** An event whose file has the paths of its pictures, and these by their paths. */
export interface Apart {
  readonly contents: Contents
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** Takes the pictures out of an event's file, to be written beside it; `stem` begins their names. */
export const apart = (contents: Contents, stem: string): Apart => {
  const pictures = new Map<string, Uint8Array>()
  const others = places.reduce<unknown>(
    (file, { path: within, section, suffix }) =>
      changedAt(file, [section, each, ...within], (value) => {
        const picture = typeof value === "string" ? pictureIn(value) : undefined
        if (picture === undefined) return value
        const path = `${stem}-${suffix(picture.data)}.${endingOf(picture.mime_type)}`
        pictures.set(path, picture.data)
        return path
      }),
    contents
  )
  return { contents: others as Contents, pictures }
}
