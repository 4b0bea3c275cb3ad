import { Effect, Layer, Schema, Struct } from "effect"
import { orNull } from "../base/OptionalField.ts"
import { ButtonPictureRepository } from "../event/ButtonPictureRepository.ts"
import { ButtonPictures } from "../event/ButtonPictures.ts"
import { NewTillButton, type TillButton } from "../event/TillButton.ts"
import { TillButtonRepository } from "../event/TillButtonRepository.ts"
import { TillButtons } from "../event/TillButtons.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { requestKind, rows } from "./Kind.ts"
import { Picture, pictureIn, pictureText } from "./Picture.ts"

/** The services that buttons need. */
export const buttonKindServices = Layer.mergeAll(
  ButtonPictureRepository.layer,
  ButtonPictures.layer,
  TillButtonRepository.layer,
  TillButtons.layer
)

/** A button of a file: with its picture in place of the hash. */
const FileButton = Schema.Struct({
  ...Struct.omit(NewTillButton.fields, ["picture_hash"]),
  picture: orNull(Picture)
})

/** Buttons of files, whose pictures are stored with them. */
const picturedButtons = Effect.gen(function*() {
  const buttons = yield* TillButtons
  const pictures = yield* ButtonPictures
  const inputOf = Effect.fnUntraced(function*(caller: AtEvent, { picture, ...input }: typeof FileButton.Type) {
    const given = picture === null ? undefined : pictureIn(picture)
    const stored = given === undefined ? null : yield* pictures.store(caller, { data: given.data })
    return new NewTillButton({ ...input, picture_hash: stored?.hash ?? null })
  })
  return {
    ...buttons,
    create: (caller: AtEvent, input: typeof FileButton.Type) =>
      Effect.flatMap(inputOf(caller, input), (made) => buttons.create(caller, made)),
    update: (caller: AtEvent, id: bigint, input: typeof FileButton.Type) =>
      Effect.flatMap(inputOf(caller, input), (made) => buttons.update(caller, id, made))
  }
})

/** The buttons of tills. */
export const buttonKind = Effect.gen(function*() {
  const buttons = yield* TillButtonRepository
  const pictures = yield* ButtonPictureRepository
  return requestKind("till_buttons", {
    objectType: "till",
    input: FileButton,
    list: Effect.fnUntraced(function*(everywhere) {
      const shown = new Map((yield* pictures.shown(everywhere.eventId)).map((one) => [one.hash, pictureText(one)]))
      const pictureOf = ({ picture_hash: hash }: TillButton) => hash === null ? null : shown.get(hash) ?? null
      return yield* rows(buttons.list(everywhere), (button) => ({ values: { ...button, picture: pictureOf(button) } }))
    }),
    service: yield* picturedButtons
  })
})
