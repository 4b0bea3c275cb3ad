import { expect, test } from "vitest"
import { piecesText } from "../../../web/kit/Pieces.ts"

test("goods are named with their number, and what came back with a true minus sign", () => {
  expect([1, 2, -1, -3].map((quantity) => piecesText(quantity, "Deposit"))).toEqual([
    "Deposit",
    "2 × Deposit",
    "−1 × Deposit",
    "−3 × Deposit"
  ])
})
