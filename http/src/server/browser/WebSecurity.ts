/** Sources outside of the server that one page may use, by directive of the content security policy. */
export type Sources = Readonly<
  Partial<
    Record<"script-src" | "frame-src" | "connect-src" | "img-src" | "style-src" | "font-src", ReadonlyArray<string>>
  >
>

/** What every page of an application may load. Scripts and styles in the page itself do not run. */
const own: Readonly<Record<string, ReadonlyArray<string>>> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", "blob:"],
  "connect-src": ["'self'"],
  "font-src": ["'self'"],
  "manifest-src": ["'self'"],
  "worker-src": ["'self'"],
  "media-src": ["'self'", "blob:"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"]
}

/** The `content-security-policy` of a page with additional sources (CSP level 3). */
export const policyWith = (more: Sources = {}): string =>
  [...new Set([...Object.keys(own), ...Object.keys(more)])]
    .map((directive) => [directive, ...own[directive] ?? [], ...more[directive as keyof Sources] ?? []].join(" "))
    .join("; ")

/** Abilities of the device that pages may have; browsers report names that they do not know, so these are few. */
const abilities = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking"
] as const
export type Ability = typeof abilities[number]

/** The `permissions-policy` of pages that have only these abilities. Web NFC has no name in it and needs none. */
export const permissionsOf = (allowed: ReadonlyArray<Ability>): string =>
  abilities.map((ability) => `${ability}=${allowed.includes(ability) ? "(self)" : "()"}`).join(", ")
