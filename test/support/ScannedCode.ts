import { decodeQR } from "qr/decode.js"
import { getDocumentProxy, getResolvedPDFJS } from "unpdf"

/** Dark modules beside each other in a row of a code. */
export interface Run {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Pixels along a module. */
const scale = 4

/** What a camera reads in a drawn code of a number of modules along each side. */
export const scan = (runs: Iterable<Run>, size: number): string => {
  const edge = size * scale
  const data = new Uint8Array(edge * edge * 4).fill(255)
  for (const { width, x, y } of runs) {
    for (let row = y * scale; row < (y + 1) * scale; row++) {
      for (let n = x * scale; n < (x + width) * scale; n++) data.fill(0, (row * edge + n) * 4, (row * edge + n) * 4 + 3)
    }
  }
  return decodeQR({ width: edge, height: edge, data })
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** The filled boxes of a page in the order in which they are drawn, apart for each code: its rows follow each other. */
const codesOf = (boxes: Iterable<Box>): ReadonlyArray<ReadonlyArray<Box>> => {
  const codes: Array<Array<Box>> = []
  for (const box of boxes) {
    const last = codes.at(-1)?.at(-1)
    const [, top, , bottom] = box
    const goesOn = last !== undefined && top > last[1] - 0.01 && top < last[1] + 3 * (bottom - top)
    if (goesOn) codes.at(-1)!.push(box)
    else codes.push([box])
  }
  return codes
}

/** Reads a code of boxes, whose first is the upper side of a corner: seven modules wide. */
const read = (boxes: ReadonlyArray<Box>): string => {
  const [left, top, right] = boxes[0]!
  const module = (right - left) / 7
  const count = (length: number) => Math.round(length / module)
  const size = Math.max(...boxes.map((box) => count(box[2] - left)))
  const quiet = 4
  const runs = boxes.map(([from, above, to]) => ({
    x: count(from - left) + quiet,
    y: count(above - top) + quiet,
    width: count(to - from)
  }))
  return scan(runs, size + 2 * quiet)
}

/** The texts of the codes on each page of a PDF, in the order in which they are drawn. */
export const codesIn = async (pdf: Uint8Array): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(Uint8Array.from(pdf))
  return await Promise.all(Array.from({ length: document.numPages }, async (_, n) => {
    const { argsArray, fnArray } = await (await document.getPage(n + 1)).getOperatorList()
    const boxes = fnArray.flatMap((operation, at): ReadonlyArray<Box> => {
      const [how, paths] = argsArray[at] ?? []
      if (operation !== OPS.constructPath || how !== OPS.fill || paths[0] === null) return []
      // Each point follows the number of its operation; the third is opposite to the first.
      const [, left, top, , , , , right, bottom] = Array.from(paths[0] as Iterable<number>)
      return [[left!, top!, right!, bottom!]]
    })
    return codesOf(boxes).map(read)
  }))
}
