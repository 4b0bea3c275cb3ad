import { Context, Effect, Layer } from "effect"
import { filesInMemory } from "../base/RecentFiles.ts"
import { NotFound } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import type { ButtonPicture, NewButtonPicture } from "./ButtonPicture.ts"
import { ButtonPictureRepository } from "./ButtonPictureRepository.ts"
import { decideRoom, drawButtonPicture } from "./DrawnButtonPicture.ts"

/** The most bytes of pictures that are kept in memory. */
const mostKept = 4 * 1024 * 1024

/** The pictures of buttons, each stored once in an event. */
export class ButtonPictures extends Context.Service<ButtonPictures>()("core/ButtonPictures", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const pictures = yield* ButtonPictureRepository

    /** Stores a picture, and removes those that no button has shown since yesterday. */
    const store = Effect.fn("ButtonPictures.store")(function*(caller: AtEvent, { data }: NewButtonPicture) {
      const drawn = yield* Effect.fromResult(drawButtonPicture(data))
      const { eventId } = caller
      const stored = changes.run(
        caller,
        (isNew) => isNew ? { logType: "button_picture_stored", content: { id: eventId, ...drawn.picture } } : null,
        Effect.gen(function*() {
          yield* pictures.removeUnused(eventId)
          const isNew = !(yield* pictures.has(eventId, drawn.picture.hash))
          if (isNew) yield* Effect.fromResult(decideRoom(yield* pictures.count(eventId)))
          yield* pictures.store(eventId, drawn)
          return isNew
        })
      )
      return yield* Effect.as(stored, drawn.picture satisfies ButtonPicture)
    })

    const read = Effect.fnUntraced(function*(hash: string) {
      const [found] = yield* Effect.orDie(pictures.find({ hash }))
      return found ?? (yield* new NotFound({ element_type: "Blob", element_id: hash }))
    })

    /** A picture, whose hash is all that it takes to see it. */
    const picture = filesInMemory(mostKept, ({ data }) => data.length, read)

    return { picture: picture.find, store }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ButtonPictureRepository.layer, Changes.layer])
  )
}
