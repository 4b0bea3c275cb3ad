import { Predicate, Result } from "effect"
import type { Language } from "../base/Language.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { drawLogo } from "../event/Logo.ts"
import { drawPicture } from "../till/SiteMapDecision.ts"
import type { Contents, FileProblem } from "./EventFile.ts"
import { type Drawn, endingOf, isBeside, pictureIn, pictureText, typeOfPicture } from "./Picture.ts"

/** Reads a picture beside the file by its path; fails with the reason why it can't. */
export type ReadBeside = (path: string) => Result.Result<Uint8Array, string>

interface PicturePlace {
  readonly path: ReadonlyArray<string>
  /** What the name of a written picture ends with. */
  readonly suffix: string
  /** Checks a picture as an upload in the office, and returns it in the form in which it is stored. */
  readonly draw: (given: Drawn) => Result.Result<Drawn, InvalidArgument>
}

/** Where files have pictures. */
const places: ReadonlyArray<PicturePlace> = [
  { path: ["event_design", "bon_logo"], suffix: "logo", draw: drawLogo },
  { path: ["event_design", "site_map", "picture"], suffix: "site", draw: drawPicture }
]

const texts = {
  path: text({
    en: "A picture is {form}, or the path of one beside the file, such as {example}",
    de: "Ein Bild ist {form} oder der Pfad eines Bilds neben der Datei, etwa {example}"
  }),
  ending: text({
    en: "The name of a picture ends with .svg, .png or .jpg",
    de: "Der Name eines Bilds endet auf .svg, .png oder .jpg"
  }),
  unread: text({ en: "The picture {path}: {reason}", de: "Das Bild {path}: {reason}" })
}

const example = { form: "data:image/png;base64,…", example: "pictures/logo.svg" }

/** The value of a place in a file; undefined if the file lacks it. */
const valueAt = (json: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, field) => Predicate.isReadonlyObject(value) ? value[field] : undefined, json)

const replacedAt = (json: unknown, [field, ...rest]: ReadonlyArray<string>, value: string): unknown =>
  field === undefined || !Predicate.isReadonlyObject(json)
    ? value
    : { ...json, [field]: replacedAt(json[field], rest, value) }

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
  const filled = places.reduce((file, { draw, path }) => {
    const value = valueAt(file, path)
    // What is no text is a problem that the schema names.
    if (typeof value !== "string") return file
    const drawn = Result.match(given(value, readBeside), {
      onFailure: (why): Result.Result<Drawn, string> => Result.fail(why(language)),
      onSuccess: (picture) => Result.mapError(draw(picture), (refusal) => refusal.messageIn(language))
    })
    if (Result.isSuccess(drawn)) return replacedAt(file, path, pictureText(drawn.success))
    problems.push({ path, message: drawn.failure })
    return file
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
  const others = places.reduce<Contents>((file, { path: [section = "", ...rest], suffix }) => {
    const [entry] = file[section] ?? []
    const value = valueAt(entry, rest)
    const picture = typeof value === "string" ? pictureIn(value) : undefined
    if (picture === undefined) return file
    const path = `${stem}-${suffix}.${endingOf(picture.mime_type)}`
    pictures.set(path, picture.data)
    return { ...file, [section]: [replacedAt(entry, rest, path) as NonNullable<typeof entry>] }
  }, contents)
  return { contents: others, pictures }
}
