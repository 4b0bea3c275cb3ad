import { Hash, Schema } from "effect"

/** A picture in the form in which it is stored. */
export interface Drawn {
  readonly mime_type: string
  readonly data: Uint8Array
}

/** The endings of pictures' names, and the types for which they stand; the first of a type is that of written files. */
const types: ReadonlyArray<readonly [ending: string, type: string]> = [
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"]
]

const inline = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]*={0,2})$/

/**
 * A picture in an event's file: its content, as `data:image/png;base64,…`. In place of it files may have the path of one beside them,
 * such as `logo.svg`, so that the JSON Schema takes any text.
 */
export const Picture = Schema.String.check(
  Schema.makeFilter((text) => inline.test(text), { expected: "a picture, as data:image/png;base64,…" })
)

/** A picture as text. */
export const pictureText = ({ data, mime_type }: Drawn): string =>
  `data:${mime_type};base64,${Buffer.from(data).toString("base64")}`

/** The picture that a text holds; undefined for any other text. */
export const pictureIn = (text: string): Drawn | undefined => {
  const [, mime_type, content] = inline.exec(text) ?? []
  return mime_type === undefined ? undefined : { mime_type, data: Buffer.from(content ?? "", "base64") }
}

/** The type of a picture by the end of its name; undefined for other files. */
export const typeOfPicture = (path: string): string | undefined =>
  types.find(([ending]) => path.toLowerCase().endsWith(`.${ending}`))?.[1]

/** The end of a name that stands for a type. */
export const endingOf = (type: string): string => types.find(([, one]) => one === type)?.[0] ?? "bin"

/** Whether a path stays in the folder of the file. */
export const isBeside = (path: string): boolean =>
  !/[\\:\p{Cc}]/u.test(path) && !path.split("/").some((part) => part === "" || part === "..")

const inText = /data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]*={0,2})/g

/** A text with each picture in a few words, by which different ones differ. */
export const withoutContents = (text: string): string =>
  text.replaceAll(inText, (found, type: string, content: string) => {
    const bytes = Math.floor(content.replace(/=+$/, "").length * 3 / 4)
    return `${type}, ${bytes} bytes, ${(Hash.string(content) >>> 0).toString(16).padStart(8, "0")}`
  })

/** How many characters a text has beside those of its pictures. */
export const lengthWithoutPictures = (text: string): number => text.replaceAll(inText, "").length
