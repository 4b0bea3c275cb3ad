/**
 * The values of the `Host` header that stand for a portal's address, if the portal is at the root of its host. The port may be
 * written even if it is the usual one of the scheme (RFC 9110, section 4.2.3).
 */
export const hostsOf = (portalUrl: string): ReadonlyArray<string> => {
  const url = URL.parse(portalUrl)
  if (url === null || url.pathname !== "/") return []
  if (url.port !== "") return [url.host]
  return [url.host, `${url.host}:${url.protocol === "https:" ? 443 : 80}`]
}
