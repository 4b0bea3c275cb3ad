export const english = {
  name: "Name",
  price: "Price",
  freePrice: "free",
  fixedPrice: "Fixed price",
  fixedPriceHint: "Without it, cashiers type the price.",
  voucherPrice: "Price in vouchers",
  voucherPriceHint: "Empty if vouchers can't pay for it.",
  tax: "Tax",
  restrictions: "Not sold to guests",
  under_16: "under 16",
  under_18: "under 18",
  locked: "Ready to sell",
  lockedHint: "Only then it can be put on buttons. Afterwards nothing but its name can change.",
  returnable: "Can be returned",
  returnableHint: "Such as a deposit: tills also take it back.",
  noProducts: "No products yet. A product is something that tills sell, with a price and a tax rate.",
  newProduct: "New product",
  createProduct: "Create product",
  saveProduct: "Save product",
  deleteProduct: (name: string) => `Delete ${name}`,
  deleteProductHint:
    "It is no longer offered for buttons. A product that was sold stays on its receipts and can't be deleted."
}

export type SellTexts = typeof english
