/** Goods with their number: "Beer", "2 × Beer"; what was given back has a true minus sign, as amounts have. */
export const piecesText = (quantity: number, name: string): string =>
  quantity === 1 ? name : `${quantity < 0 ? "−" : ""}${Math.abs(quantity)} × ${name}`
