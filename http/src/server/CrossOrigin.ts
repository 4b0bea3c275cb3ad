/** Headers of answers that pages of other origins may read. */
export const exposedHeaders: ReadonlyArray<string> = ["Content-Range", "Link", "Retry-After"]

/** What the cross-origin rules add to an answer that is no preflight, for those who answer before the rules are asked. */
export const crossOriginHeaders = (
  allowedOrigins: ReadonlyArray<string>,
  origin: string | undefined
): Readonly<Record<string, string>> => {
  const [only, ...others] = allowedOrigins
  if (only === undefined) return {}
  const headers = { vary: "Origin", "access-control-expose-headers": exposedHeaders.join(",") }
  const allowed = others.length === 0 ? only : allowedOrigins.find((one) => one === origin)
  return allowed === undefined ? headers : { ...headers, "access-control-allow-origin": allowed }
}
