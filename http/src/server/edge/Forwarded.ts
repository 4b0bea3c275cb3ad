import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** The trusted proxies, and the header in which they write where a call came from. */
export interface TrustedProxies {
  readonly ranges: ReadonlyArray<IpNetwork.IpNetwork>
  /** The only header that is read. A proxy that writes one of the two passes the other on as its caller sent it. */
  readonly header: "x-forwarded-for" | "forwarded"
}

/** The sender's address, and whether the call reached the first trusted proxy by TLS. */
export interface Origin {
  readonly address: string
  readonly secure: boolean
}

/**
 * The origin of a call that came through proxies; `undefined` when its peer is not a trusted proxy, as any sender can write
 * the header. Each proxy appends the address it got the call from, so the list is read from its end: the first address that
 * is not a trusted proxy is the origin, whatever precedes it. If all are trusted proxies, the first of the list is.
 * (proxy-addr does less: `docs/developer-documentation/decisions/sign-in.md`.)
 */
export const originOf = (
  peer: string | undefined,
  headers: Readonly<Record<string, string | undefined>>,
  proxies: TrustedProxies
): Origin | undefined => {
  const direct = addressOf(peer ?? "")
  const isProxy = (address: NetAddress.IpAddress) => proxies.ranges.some((range) => IpNetwork.contains(range, address))
  if (direct === undefined || !isProxy(direct)) return undefined
  const hops = hopsOf(headers, proxies.header)
  let address = direct
  for (const hop of hops.toReversed()) {
    const before = addressOf(hop.from)
    if (before === undefined) break
    address = before
    if (!isProxy(before)) break
  }
  return { address: NetAddress.formatIp(address), secure: hops.at(-1)?.scheme?.toLowerCase() === "https" }
}

interface Hop {
  readonly from: string
  readonly scheme: string | undefined
}

const hopsOf = (headers: Readonly<Record<string, string | undefined>>, header: TrustedProxies["header"]) => {
  const list = headers[header] ?? ""
  if (header === "forwarded") return splitOutsideQuotes(list, ",").map(forwardedHop)
  // The last value is that of the proxy next to this server.
  const scheme = headers["x-forwarded-proto"]?.split(",").at(-1)?.trim()
  return list.split(",").map((from): Hop => ({ from: from.trim(), scheme }))
}

/** One element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https` (RFC 7239, section 4). */
const forwardedHop = (element: string): Hop => {
  const pairs = new Map(
    splitOutsideQuotes(element, ";").map((pair) => {
      const at = pair.indexOf("=")
      return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim().replaceAll("\"", "")]
    })
  )
  return { from: pairs.get("for") ?? "", scheme: pairs.get("proto") }
}

/**
 * Splits outside of quoted text, from the end. The last element is complete, as a proxy wrote it; the text before it may
 * come from a sender who left a quotation mark open.
 */
const splitOutsideQuotes = (text: string, separator: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let quoted = false
  let end = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === "\"") quoted = !quoted
    else if (text[at] === separator && !quoted) {
      parts.unshift(text.slice(at + 1, end))
      end = at
    }
  }
  return [text.slice(0, end), ...parts]
}

/** An address as proxies write it: with brackets, a port, or as IPv4 in IPv6. */
const addressOf = (text: string): NetAddress.IpAddress | undefined => {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text
  const alone = NetAddress.ipFromString(bare)
  if (Result.isSuccess(alone)) return NetAddress.toCanonical(alone.success)
  const withPort = NetAddress.inetAddressFromString(text)
  return Result.isSuccess(withPort) ? NetAddress.toCanonical(withPort.success.address) : undefined
}
