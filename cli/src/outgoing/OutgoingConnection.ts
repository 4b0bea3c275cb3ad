import {
  assess,
  type Destination,
  DestinationRefused,
  type DestinationRule,
  isSame
} from "@wristbank/core/base/Destination"
import { Redacted, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { Agent, type ClientRequestArgs } from "node:http"
import { connect, type Socket } from "node:net"
import { networkInterfaces } from "node:os"

/** The destinations that are allowed when users of the server name a host to connect to. */
export interface OutgoingRule extends DestinationRule {
  /** The database, which is refused whatever networks are allowed; null when it has no address. */
  readonly database: Destination | null
  /** Whether only the networks and destinations that the rule names are allowed. */
  readonly onlyNamed?: boolean
}

/**
 * Opens a TCP connection. The name is resolved once and each of its addresses is checked; only allowed addresses are tried.
 * A name that resolves differently a moment later changes nothing. When no address is allowed, the socket ends with
 * `DestinationRefused`.
 */
export const connectTo = (destination: Destination, rule: OutgoingRule): Socket =>
  connect({
    // Always a name: Node looks up names only, and an address without a look-up would not be checked.
    host: "destination.invalid",
    port: destination.port,
    lookup: (_, { all }, done) => {
      permitted(destination, rule).then(
        ([first, ...others]) => all ? done(null, [first, ...others]) : done(null, first.address, first.family),
        (error: Error) => done(error, [])
      )
    }
  })

/** Connections of HTTP calls and WebSockets under the rule. */
export class OutgoingAgent extends Agent {
  readonly #rule: OutgoingRule

  constructor(rule: OutgoingRule) {
    super()
    this.#rule = rule
  }

  override createConnection({ host, port }: ClientRequestArgs) {
    return connectTo({ host: host ?? "", port: Number(port) }, this.#rule)
  }
}

/** The address of the database that a connection URL names; null for a socket file. */
export const databasePlace = (url: Redacted.Redacted): Destination | null => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return null
  const host = parsed.searchParams.get("host") ?? decodeURIComponent(parsed.hostname)
  const port = Number(parsed.searchParams.get("port") ?? (parsed.port === "" ? 5432 : parsed.port))
  return host.startsWith("/") ? null : { host: withoutBrackets(host) || "localhost", port }
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, "$1")

/** The allowed addresses of a destination; fails when there are none. */
const permitted = async (
  { host, port }: Destination,
  rule: OutgoingRule
): Promise<[LookupAddress, ...Array<LookupAddress>]> => {
  const found = await lookup(host, { all: true })
  const ofDatabase = rule.database?.port === port ? await addressesOf(rule.database.host) : []
  const refusals: Array<DestinationRefused> = []
  const [first, ...others] = found.filter(({ address }) => {
    const assessed = ofDatabase.some((one) => isSame({ host: one, port }, { host: address, port }))
      ? Result.fail(new DestinationRefused({ address, because: "the database", setting: rule.setting }))
      : rule.onlyNamed === true && !isNamed({ host: address, port }, rule)
      ? Result.fail(new DestinationRefused({ address, because: "not in a named network", setting: rule.setting }))
      : assess({ host: address, port }, rule)
    if (Result.isFailure(assessed)) refusals.push(assessed.failure)
    return Result.isSuccess(assessed)
  })
  if (first === undefined) throw refusals[0] ?? new Error("The name has no address")
  return [first, ...others]
}

const isNamed = (destination: Destination, { exceptions, networks }: OutgoingRule): boolean => {
  const address = NetAddress.ipFromString(destination.host)
  return exceptions.some((exception) => isSame(exception, destination)) ||
    (Result.isSuccess(address) && networks.some((network) => IpNetwork.contains(network, address.success)))
}

/** All addresses of the database. A database on this machine may listen at each of the machine's addresses. */
const addressesOf = async (host: string): Promise<ReadonlyArray<string>> => {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  const own = Object.values(networkInterfaces()).flatMap((ones) => ones ?? []).map(({ address }) => address)
  return addresses.some((address) => own.includes(address)) ? [...addresses, ...own] : addresses
}
