import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { WorkDone } from "@wristbank/core/base/WorkDone"
import type { EventSettings } from "@wristbank/core/event/EventSettings"
import type { Node } from "@wristbank/core/organisation/Node"
import { type CardFace, cardSheets } from "@wristbank/core/report/CardSheet"
import { type ListedTag, tagCsv } from "@wristbank/core/wristband/UserTagCsv"
import { DateTime, Effect } from "effect"
import { Progress } from "../views/Progress.ts"
import { mayWrite, writeWhole } from "./OutputFile.ts"

/** Cards of one PDF: drawing needs memory for all pages of a file at once. */
const cardsInFile = 500

/** The files that a command writes. */
export interface TagFileNames {
  readonly output?: string | undefined
  readonly cards?: string | undefined
  readonly force: boolean
}

/** The names of the PDF files of an order of cards: the given one, then with -2, -3 and so on before the ending. */
export const cardFiles = (path: string, count: number): ReadonlyArray<string> =>
  Array.from(
    { length: Math.max(1, Math.ceil(count / cardsInFile)) },
    (_, at) => at === 0 ? path : path.replace(/(\.[^./\\]+)?$/, `-${at + 1}$1`)
  )

/** Fails if a file is there already, or has no folder. */
export const mayWriteTags = ({ cards, force, output }: TagFileNames, count: number) =>
  Effect.forEach(
    [...(output === undefined ? [] : [output]), ...(cards === undefined ? [] : cardFiles(cards, count))],
    (path) => mayWrite({ path, force }),
    { discard: true }
  )

/** Writes the files and returns their paths. */
export const writeTags = Effect.fnUntraced(
  function*({ cards, force, output }: TagFileNames, face: CardFace, tags: ReadonlyArray<ListedTag>) {
    const list = output === undefined ? [] : [yield* writeWhole({ path: output, force }, runAtOnce(tagCsv(tags)))]
    if (cards === undefined) return list
    const { drawDocument } = yield* Effect.promise(() => import("@wristbank/core/fiscal/ReceiptPdf"))
    const progress = yield* Progress
    const printedAt = DateTime.toDateUtc(yield* DateTime.now)
    const drawn = yield* Effect.flatMap(
      WorkDone,
      (workDone) =>
        Effect.forEach(cardFiles(cards, tags.length), (path, at) => {
          const some = tags.slice(at * cardsInFile, (at + 1) * cardsInFile)
          return Effect.promise(() => drawDocument(cardSheets(face, some, printedAt))).pipe(
            Effect.flatMap((pdf) => writeWhole({ path, force }, pdf)),
            Effect.tap(() => workDone(at * cardsInFile + some.length, tags.length))
          )
        })
    ).pipe(progress.long("Drawing cards"))
    return [...list, ...drawn]
  }
)

/** What the cards of an event show. */
export const faceOf = ({ name }: Node, { customer_portal_url }: EventSettings): CardFace => ({
  event: name,
  portal: customer_portal_url
})
