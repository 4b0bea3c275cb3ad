/** Browsers by a word of their user agent. Those that also name others come first: nearly all say Safari and Mozilla. */
const browsers = [
  ["Edge", /\bEdgA?(iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//]
] as const

const systems = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/]
] as const

const named = (known: ReadonlyArray<readonly [string, RegExp]>, text: string) =>
  known.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * The browser and system of a user agent, such as `Firefox on Linux`; null if it names neither. Versions and devices are left
 * out: a person should recognise their own session, and no one should be recognised by it.
 */
export const browserOf = (userAgent: string | undefined): string | null => {
  const text = (userAgent ?? "").slice(0, 500)
  const names = [named(browsers, text), named(systems, text)].filter((name) => name !== undefined)
  return names.length === 0 ? null : names.join(" on ")
}
