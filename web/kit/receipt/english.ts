/** The words on a receipt. */
export const english = {
  paidBy: {
    cash: "in cash",
    sumup: "by card",
    tag: "with the wristband",
    sumup_online: "by card online"
  },
  vatId: "VAT ID",
  item: "Item",
  price: "Price",
  pieces: (count: number, price: string) => ` ${count} × ${price}`,
  total: "Total",
  tax: "VAT",
  net: "Net",
  gross: "Gross",
  time: "Date and time",
  payment: "Payment",
  number: "Receipt number",
  signature: "Signature",
  signatureCode: "Signature of the receipt as QR code",
  unsigned: "The signing device was not available for this receipt.",
  awaited:
    "There is no receipt here yet. A new one is signed first, which mostly takes seconds. As soon as it is, this page shows it by itself.",
  tseTransaction: "Transaction",
  tseCounter: "Signature counter",
  tseSerial: "Serial number"
}

export type ReceiptTexts = typeof english
