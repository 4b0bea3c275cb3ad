import { encodeQR } from "qr"

/** White border around a code, in modules: readers need four. */
const border = 4

/** A drawn code, in modules: its size with the border, and its runs of dark modules. */
export interface ReceiptCode {
  readonly size: number
  readonly runs: ReadonlyArray<{ readonly x: number; readonly y: number; readonly width: number }>
}

/** Draws the code of a receipt; it stays readable if 15 % of it are damaged. */
export const drawCode = (text: string): ReceiptCode => {
  const rows = encodeQR(text, "raw", { ecc: "medium", encoding: "byte", border, scale: 1 })
  const runs: Array<ReceiptCode["runs"][number]> = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x] === true) x++
      if (x > start) runs.push({ x: start, y, width: x - start })
    }
  }
  return { size: rows.length, runs }
}

/** The code as an SVG with a white background, as wide and high as its parent. */
export const codeSvg = ({ runs, size }: ReceiptCode, title: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img">` +
  `<title>${title}</title><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${
    runs.map(({ width, x, y }) => `M${x} ${y}h${width}v1h-${width}z`).join("")
  }"/></svg>`
