import { pictureAddress } from "../calls.ts"
import { type Kept, withPicture } from "./KeptPictures.ts"

const cacheName = "wristbank-till-pictures"

/** The addresses of the pictures in memory, by their hash. */
const addresses = new Map<string, string>()

/** What the device keeps between visits; undefined where browsers keep nothing: without HTTPS. */
const openCache = (): Promise<Cache> | undefined => "caches" in globalThis ? caches.open(cacheName) : undefined

const hashIn = ({ url }: Request): string => url.split("/").at(-1)!

const bytesOf = (response: Response | undefined): number => Number(response?.headers.get("content-length") ?? 0)

let kept: Promise<Kept> | undefined

/** Reads once how large the pictures are that earlier visits left. */
const readKept = async (): Promise<Kept> => {
  const cache = await openCache()
  const requests = await cache?.keys() ?? []
  const sizes = requests.map(async (one) => [hashIn(one), bytesOf(await cache?.match(one))] as const)
  return new Map(await Promise.all(sizes))
}

/** Keeps a picture, and removes what there is no room for any more. One after the other, so that sums are right. */
const keep = (hash: string, blob: Blob): void => {
  kept = (kept ?? readKept().catch(() => new Map())).then(async (before) => {
    const next = withPicture(before, hash, blob.size)
    try {
      const cache = await openCache()
      const headers = { "content-length": String(blob.size), "content-type": blob.type }
      await cache?.put(pictureAddress(hash), new Response(blob, { headers }))
      for (const one of next.removed) await cache?.delete(pictureAddress(one))
    } catch {
      // A full device keeps no more; the picture is in memory.
    }
    for (const one of next.removed) {
      URL.revokeObjectURL(addresses.get(one) ?? "")
      addresses.delete(one)
    }
    return next.kept
  })
}

const load = async (hash: string): Promise<string | undefined> => {
  try {
    const stored = await (await openCache())?.match(pictureAddress(hash))
    const response = stored ?? await fetch(pictureAddress(hash))
    if (!response.ok) return undefined
    const blob = await response.blob()
    const address = URL.createObjectURL(blob)
    addresses.set(hash, address)
    if (stored === undefined) keep(hash, blob)
    return address
  } catch {
    // Neither here nor on the server at the moment.
    return undefined
  }
}

const loading = new Map<string, Promise<string | undefined>>()

/** The address of a picture for an image of the page; undefined if it can't be loaded now. What was seen once is here without a network. */
export const pictureOf = async (hash: string): Promise<string | undefined> => {
  const known = addresses.get(hash)
  if (known !== undefined) return known
  const begun = loading.get(hash) ?? load(hash).finally(() => loading.delete(hash))
  loading.set(hash, begun)
  return begun
}
