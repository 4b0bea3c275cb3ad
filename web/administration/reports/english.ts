export const english = {
  day: "Business day",
  about: (places: string) => `About: ${places}`,
  places: "Places",
  all: (name: string) => `All of ${name}`,
  print: "Print",
  pdf: "PDF",
  csv: "CSV",
  json: "JSON",
  sample: "Sample as PDF",
  fee: "Set the fee",
  eventOnly: "The money on wristbands belongs to the event as a whole.",
  toEvent: "To the report of the event",
  amount: "Amount",
  part: "Part",
  leftOut: (count: string) => `${count} more rows are in the files.`,
  feeHere: "Fee of the sales",
  feeHint: "In percent of the revenue. Empty: the fee of the place above, or none.",
  feeNow: (share: string) => `At present ${share} of the sales here is kept.`,
  saveFee: "Save the fee",
  saved: "The fee is saved. Reports have it from now on."
}

export type ReportTexts = typeof english
