import { Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { networkRules } from "./NetworkRules.ts"
import { type InvalidArgument, refuse } from "./Refusal.ts"
import { say, type Text, text } from "./Sentence.ts"

/** The target of a connection: a name or an address, and a port. */
export interface Destination {
  readonly host: string
  readonly port: number
}

/** The destination of an address that names its port. */
export const destinationOf = ({ hostname, port }: URL): Destination => ({ host: hostname, port: Number(port) })

/**
 * Decides which destinations are allowed: users of the server can enter host names, and must not reach internal
 * services by them.
 */
export interface DestinationRule {
  /** Networks that are allowed although they are refused by default. */
  readonly networks: ReadonlyArray<IpNetwork.IpNetwork>
  /** Single destinations that are allowed as well. */
  readonly exceptions: ReadonlyArray<Destination>
  /** The environment variable with which an operator names the networks. */
  readonly setting: string
}

/**
 * The rule forbids a connection; nothing was sent. The message is for the log only: it discloses the address behind a
 * name.
 */
export class DestinationRefused extends Schema.TaggedError<DestinationRefused>()("DestinationRefused", {
  address: Schema.String,
  /** The kind of address. */
  because: Schema.String,
  setting: Schema.String
}) {
  override readonly message = `${this.address} is ${this.because}, and ${this.setting} does not name it`
}

const network = IpNetwork.fromStringUnsafe

const thisMachine = text({ en: "an address of the server itself", de: "eine Adresse des Servers selbst" })
const metadata = text({ en: "the metadata service of a cloud", de: "der Metadatendienst einer Cloud" })
const reserved = text({ en: "reserved and no machine's address", de: "reserviert und keine Adresse einer Maschine" })
const multicast = text({ en: "multicast", de: "Multicast" })
const noAddress = text({ en: "no IP address", de: "keine IP-Adresse" })
const translated = text({
  en: "translated to an address that no one here can tell",
  de: "übersetzt in eine Adresse, die hier niemand kennt"
})
const tunnelled = text({
  en: "tunnelled to an address that no one here can tell",
  de: "ein Tunnel zu einer Adresse, die hier niemand kennt"
})
const linkLocal = text({ en: "link-local", de: "link-local" })

/**
 * Networks that users must not make the server connect to (the special-purpose registries of RFC 6890, and the
 * addresses at which clouds hand out credentials of their machines). Private networks (RFC 1918, RFC 4193) are allowed:
 * the signing devices and mail servers of a venue are there.
 */
const refusedNetworks: ReadonlyArray<readonly [IpNetwork.IpNetwork, Text]> = [
  [network("127.0.0.0/8"), thisMachine],
  [network("0.0.0.0/8"), thisMachine],
  [network("169.254.0.0/16"), linkLocal],
  [network("100.100.100.200/32"), metadata],
  [network("168.63.129.16/32"), metadata],
  [network("192.0.0.0/24"), reserved],
  [network("224.0.0.0/4"), multicast],
  [network("240.0.0.0/4"), reserved],
  [network("::/112"), thisMachine],
  [network("64:ff9b:1::/48"), translated],
  [network("2001::/32"), tunnelled],
  [network("fd00:ec2::254/128"), metadata],
  [network("fd20:ce::254/128"), metadata],
  [network("fe80::/10"), linkLocal],
  [network("ff00::/8"), multicast]
]

/**
 * Decides whether a connection may go to the address to which a name was resolved. An IPv4 address inside an IPv6 one
 * is checked as that IPv4 address; the zone of a link-local one (`fe80::1%eth0`) is ignored.
 */
export const assess = (
  { host: address, port }: Destination,
  rule: DestinationRule
): Result.Result<void, DestinationRefused> => {
  const because = objection({ host: address, port }, rule)
  return because === undefined
    ? Result.void
    : Result.fail(new DestinationRefused({ address, because: because.en, setting: rule.setting }))
}

/** The kind of address that is forbidden; undefined for what is allowed. */
const objection = (destination: Destination, { exceptions, networks }: DestinationRule): Text | undefined => {
  const address = addressOf(destination.host)
  if (address === undefined) return noAddress
  if (exceptions.some((exception) => isSame(exception, destination))) return undefined
  const found = refusedNetworks.find(([refused]) => IpNetwork.contains(refused, address))
  return networks.some((allowed) => IpNetwork.contains(allowed, address)) ? undefined : found?.[1]
}

/** Whether two destinations have the same port and address, in whatever notation. */
export const isSame = (one: Destination, other: Destination): boolean => {
  const [first, second] = [addressOf(one.host), addressOf(other.host)]
  return one.port === other.port && first !== undefined && second !== undefined &&
    NetAddress.formatIp(first) === NetAddress.formatIp(second)
}

/**
 * Decides whether a user may enter a host. The owner of a name can change its address at any time, so a name is checked
 * when the connection is made. An address, in any notation that operating systems accept, is checked at once.
 */
export const mayName = (
  { host, port }: Destination,
  field: string,
  rule: DestinationRule
): Result.Result<void, InvalidArgument> => {
  const address = literalOf(host)
  const because = address === undefined ? undefined : objection({ host: address, port }, rule)
  return because === undefined
    ? Result.void
    : refuse(networkRules.destination_refused, { field, host, because: say(because), setting: rule.setting })
}

/** The address that a host is without a look-up, such as `127.0.0.1` for `0x7f.1`; undefined for a name. */
const literalOf = (host: string): string | undefined => {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1")
  if (addressOf(bare) !== undefined) return bare
  const plain = URL.parse(`http://${bare}/`)?.hostname.replace(/\.$/, "")
  if (plain === undefined) return undefined
  // These names always mean this machine (RFC 6761, 6.3).
  if (/(^|\.)localhost$/.test(plain)) return "127.0.0.1"
  return addressOf(plain) === undefined ? undefined : plain
}

const addressOf = (written: string): NetAddress.IpAddress | undefined => {
  const [plain = ""] = written.split("%", 1)
  const parsed = NetAddress.ipFromString(plain)
  return Result.isSuccess(parsed) ? innermost(parsed.success) : undefined
}

/** The IPv4 address inside an IPv6 one: mapped, compatible (RFC 4291), translated (RFC 6052, 2765), 6to4 (RFC 3056). */
const innermost = (address: NetAddress.IpAddress): NetAddress.IpAddress => {
  if (NetAddress.isIpv4Address(address)) return address
  const segments = NetAddress.ipv6ToSegments(address)
  const prefix = segments.slice(0, 6).map((segment) => segment.toString(16)).join(":")
  const isCompatible = prefix === "0:0:0:0:0:0" && segments[6] !== 0
  if (isCompatible || prefix in carriers) return ipv4Of(segments[6], segments[7])
  return segments[0] === 0x2002 ? ipv4Of(segments[1], segments[2]) : address
}

const carriers = { "0:0:0:0:0:ffff": "mapped", "0:0:0:0:ffff:0": "translated", "64:ff9b:0:0:0:0": "translated" }

const ipv4Of = (high: number, low: number): NetAddress.Ipv4Address =>
  NetAddress.ipv4FromBytesUnsafe(Uint8Array.of(high >> 8, high & 255, low >> 8, low & 255))
