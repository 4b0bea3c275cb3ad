/** How far the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0

/** Takes the server's time from the headers of an answer. */
export const noteServerTime = (headers: Headers): void => {
  const sent = Date.parse(headers.get("date") ?? "")
  if (!Number.isNaN(sent)) ahead = sent - Date.now()
}

/** The present moment by the server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead
