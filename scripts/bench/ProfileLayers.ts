// The shares of layers in a profile of a server's processor time. The file of a function tells its layer.

/** A profile as V8 writes it: times in microseconds. */
export interface CpuProfile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: ReadonlyArray<number>
  }>
  /** The node that ran at each sample, and the time since the sample before. */
  readonly samples: ReadonlyArray<number>
  readonly timeDeltas: ReadonlyArray<number>
}

/** The layers with the files of each; the first that fits counts. */
const layers: ReadonlyArray<readonly [layer: string, files: RegExp]> = [
  ["hashes", /^node:internal\/crypto|\/node:crypto/],
  ["sockets and HTTP of Node", /^node:/],
  ["schemas: requests and answers", /\/effect\/dist\/(?:internal\/schema\/|schema\/|Schema)/],
  ["routes and answers of Effect", /\/effect\/dist\/http(?:-api)?\/|\/@effect\/platform-node/],
  ["protocol of PostgreSQL", /\/@effect\/sql-pg\/|\/effect\/dist\/sql\//],
  ["fibers and contexts of Effect", /\/effect\/dist\//],
  ["guards, errors and metrics of calls", /\/http\/src\//],
  ["batches, rows and statements", /\/core\/src\/(?:sql\/|journal\/(?:Books|JournalEntry)\.ts)/],
  ["decisions", /\/core\/src\//]
]

const collector = "(garbage collector)"
const others = "other"

/** Nodes that use no processor time of the server's functions. */
const isIdle = (functionName: string) => functionName === "(idle)"

/** The share of each layer in the last seconds of a profile, the largest first. What is native counts for its caller. */
export const shares = (
  { nodes, samples, timeDeltas }: CpuProfile,
  seconds: number
): ReadonlyArray<{ readonly layer: string; readonly share: number }> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ children = [], id }) => children.map((child) => [child, id] as const)))
  const layerOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id)
    if (node === undefined) return others
    const { functionName, url } = node.callFrame
    if (functionName === collector) return "garbage collection"
    if (url === "") return layerOf(parents.get(node.id))
    return layers.find(([, files]) => files.test(url))?.[0] ?? others
  }
  const spent = new Map<string, number>()
  let left = seconds * 1e6
  let total = 0
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const time = timeDeltas[at] ?? 0
    left -= time
    const id = samples[at]!
    if (isIdle(byId.get(id)?.callFrame.functionName ?? "")) continue
    const layer = layerOf(id)
    spent.set(layer, (spent.get(layer) ?? 0) + time)
    total += time
  }
  return Array.from(spent, ([layer, time]) => ({ layer, share: time / total })).toSorted((a, b) => b.share - a.share)
}
