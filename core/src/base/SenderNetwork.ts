/**
 * The key by which calls of one sender are counted. An IPv4 address counts by itself. An internet provider gives each
 * customer at least a /64 of IPv6 addresses (RFC 6177), from any of which the customer can send, so those count
 * together: `2001:db8:0:7::/64`. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`, RFC 4291; `64:ff9b::192.0.2.1`,
 * RFC 6052) counts as that IPv4 address. A zone (`%eth0`) is ignored. Text that is not an address counts as it is, in
 * lower case.
 */
export const networkOf = (address: string): string => {
  const plain = address.toLowerCase().replace(/%.*$/s, "").trim()
  const groups = groupsOf(plain)
  if (groups === undefined) return plain
  const prefix = groups.slice(0, 6).join(":")
  return prefix === mapped || prefix === translated
    ? groups.slice(6).flatMap(bytesOf).join(".")
    : `${groups.slice(0, 4).join(":")}::/64`
}

const mapped = "0:0:0:0:0:ffff"
const translated = "64:ff9b:0:0:0:0"

/** The eight groups of an IPv6 address, each without leading zeros; undefined when the address is invalid. */
const groupsOf = (address: string): ReadonlyArray<string> | undefined => {
  // Most addresses are IPv4, which have no colon.
  if (!address.includes(":")) return undefined
  const url = `http://[${address}]/`
  if (!/^[\da-f:.]+$/.test(address) || !URL.canParse(url)) return undefined
  const [before = "", after] = new URL(url).hostname.slice(1, -1).split("::")
  const [first, last] = [before, after ?? ""].map((part) => part === "" ? [] : part.split(":"))
  return [...first!, ...Array<string>(8 - first!.length - last!.length).fill("0"), ...last!]
}

const bytesOf = (group: string): ReadonlyArray<number> => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
