import { Clock, Context, Effect, Layer } from "effect"
import { BoundedMemory } from "../base/BoundedMemory.ts"
import { networkOf } from "../base/SenderNetwork.ts"
import { AnonymousCalls } from "../sql/AnonymousCalls.ts"
import { deviceIn, deviceToken, tagOf } from "./KnownDevice.ts"
import { Secrets } from "./Secrets.ts"
import { networkDays, SignInFailureRepository } from "./SignInFailureRepository.ts"
import { makeToken } from "./Token.ts"

/** The most networks in memory. */
const mostNetworks = 20_000

/**
 * Networks and devices from which someone signed in to the back office lately. Their sign-ins have places of their own
 * among the checks of passwords, and their statements run on the connections of those who are signed in: a flood of
 * sign-ins from everywhere else does not keep the office out.
 */
export class KnownSenders extends Context.Service<KnownSenders>()("core/KnownSenders", {
  make: Effect.gen(function*() {
    const stored = yield* SignInFailureRepository
    const { fingerprint } = yield* Secrets
    const { asKnown } = yield* AnonymousCalls
    const networks = new BoundedMemory<true>(mostNetworks)
    const realm = fingerprint("office networks")
    const hashOf = (network: string) => fingerprint(`network ${network}`)
    const note = (hash: Uint8Array, until: number) => networks.note(nameOf(hash), true, until)

    /** Whether someone signed in from the network (`networkOf`) before, at this time (milliseconds since 1970). */
    const isKnownNetwork = (network: string, now: number): boolean =>
      networks.get(nameOf(hashOf(network)), now) === true

    /** The id of the device whose token was shown for the login's tag; undefined if it is not known. */
    const deviceOf = (tag: string, token: string | null, now: number): string | undefined =>
      token === null ? undefined : deviceIn(fingerprint, tag, token, now)

    /** A token for the device with which someone just signed in. */
    const newDevice = (login: string) =>
      Effect.zipWith(
        makeToken,
        Clock.currentTimeMillis,
        ({ token }, now) => deviceToken(fingerprint, tagOf(login), token, now)
      )

    /** Remembers the address of a successful sign-in; of each user the latest three networks. */
    const remember = Effect.fnUntraced(function*(userId: bigint, address: string) {
      const network = hashOf(networkOf(address))
      yield* stored.remember(realm, fingerprint(`user ${userId}`), network)
      note(network, (yield* Clock.currentTimeMillis) + networkDays * 86_400_000)
    })

    /** Reads the networks from the database: after the start, and then those that signed in at other processes. */
    const recall = Effect.flatMap(
      stored.networksOf(realm, mostNetworks),
      (known) => Effect.sync(() => known.forEach(({ network, until }) => note(network, until)))
    )

    /** Clears the memory, so that the database is read again. */
    const forget = Effect.sync(() => networks.clear())

    return { asKnown, deviceOf, isKnownNetwork, forget, newDevice, recall, remember }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SignInFailureRepository.layer))
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64")
