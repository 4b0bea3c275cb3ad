/** The words that all applications share. */
export const english = {
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  colours: "Colours",
  coloursContrast: "High contrast",
  coloursDark: "Dark",
  coloursLight: "Light",
  coloursSystem: "As the device",
  language: "Language",
  loading: "Loading …",
  more: "Show more",
  refresh: "Refresh",
  retry: "Try again",
  signOut: "Sign out",
  softwareNote: "Wristbank, free software under the AGPL 3.0.",
  sourceCode: "Source code",
  skipToContent: "Skip to content",
  updateWaits: "A new version is ready.",
  updateNow: "Update now",
  /** A moment as distance from now, such as "5 minutes ago". */
  asOf: (moment: string) => `As of ${moment}`,
  offline: "No connection. What you see may be out of date.",
  broken: "Something went wrong in this application.",
  brokenHint: "Nothing was booked by it. Reload the page; if it happens again, tell the organisers.",
  reload: "Reload",
  refusedUnreachable: "The server did not answer. Check the connection and try again.",
  refusedBusy: "Too many requests at the moment.",
  refusedAway: "The server is not available at the moment. Try again shortly.",
  refusedSignedOut: "Your session has ended. Sign in again.",
  refusedFailed: "The server could not do this because of a fault of its own. Tell the organisers if it happens again.",
  refusedFields: "Some entries are not valid. They are marked below.",
  refusedOther: "This was refused.",
  retryIn: (seconds: number) => seconds === 1 ? "Try again in 1 second." : `Try again in ${seconds} seconds.`
}

/** Every language has the same texts: a missing one does not compile. */
export type KitMessages = typeof english
