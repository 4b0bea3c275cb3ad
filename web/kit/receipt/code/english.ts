/** What stands beside the code of a receipt. */
export const english = {
  title: "Receipt",
  scan:
    "The guest scans this code with their phone. A new receipt is signed first; until then its page waits by itself.",
  code: "Link to the receipt as QR code",
  done: "Done"
}
