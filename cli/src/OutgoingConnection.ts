import {
  assess,
  type Destination,
  DestinationRefused,
  type DestinationRule,
  isSame
} from "@wristbank/core/network/Destination"
import { Redacted, Result } from "effect"
import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { Agent, type ClientRequestArgs } from "node:http"
import { connect, type Socket } from "node:net"
import { networkInterfaces } from "node:os"

/** Where connections may go that people who use the server ask for by naming a host. */
export interface OutgoingRule extends DestinationRule {
  /** No connection goes there, whichever networks are allowed; null for none. */
  readonly database: Destination | null
}

/**
 * Begins a TCP connection. The name is resolved once, each address it has is judged, and only those that are allowed are tried:
 * a name that leads elsewhere a moment later changes nothing. Where none is allowed the socket ends with `DestinationRefused`.
 */
export const connectTo = (destination: Destination, rule: OutgoingRule): Socket =>
  connect({
    // A name in any case: for an address no look-up would be asked for, and so none judged.
    host: "destination.invalid",
    port: destination.port,
    lookup: (_, { all }, done) => {
      permitted(destination, rule).then(
        ([first, ...others]) => all ? done(null, [first, ...others]) : done(null, first.address, first.family),
        (error: Error) => done(error, [])
      )
    }
  })

/** Makes the connections of HTTP calls and WebSockets so. */
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

/** Where the database is that an address of PostgreSQL names; null where that is a file. */
export const databasePlace = (url: Redacted.Redacted): Destination | null => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return null
  const host = parsed.searchParams.get("host") ?? decodeURIComponent(parsed.hostname)
  const port = Number(parsed.searchParams.get("port") ?? (parsed.port === "" ? 5432 : parsed.port))
  return host.startsWith("/") ? null : { host: withoutBrackets(host) || "localhost", port }
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, "$1")

/** The addresses of a destination that are allowed, of which there is one at least. */
const permitted = async (
  { host, port }: Destination,
  rule: OutgoingRule
): Promise<[LookupAddress, ...Array<LookupAddress>]> => {
  const found = await lookup(host, { all: true })
  const ofDatabase = rule.database?.port === port ? await addressesOf(rule.database.host) : []
  const refusals: Array<DestinationRefused> = []
  const [first, ...others] = found.filter(({ address }) => {
    const judged = ofDatabase.some((one) => isSame({ host: one, port }, { host: address, port }))
      ? Result.fail(new DestinationRefused({ address, because: "the database", setting: rule.setting }))
      : assess({ host: address, port }, rule)
    if (Result.isFailure(judged)) refusals.push(judged.failure)
    return Result.isSuccess(judged)
  })
  if (first === undefined) throw refusals[0] ?? new Error("The name has no address")
  return [first, ...others]
}

/** All addresses of the database; one on this machine may answer at each that the machine has. */
const addressesOf = async (host: string): Promise<ReadonlyArray<string>> => {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  const own = Object.values(networkInterfaces()).flatMap((ones) => ones ?? []).map(({ address }) => address)
  return addresses.some((address) => own.includes(address)) ? [...addresses, ...own] : addresses
}
