const sync = "S".charCodeAt(0)
const query = "Q".charCodeAt(0)
export const errorResponse = "E".charCodeAt(0)
export const commandComplete = "C".charCodeAt(0)

/** Calls back for each message of one side of a connection. The first message of a client has no type byte. */
export const messages = (typed: boolean, onMessage: (type: number, content: Buffer) => void) => {
  let pending: Buffer = Buffer.alloc(0)
  let started = typed
  return (chunk: Buffer | string) => {
    pending = Buffer.concat([pending, Buffer.from(chunk)])
    while (pending.length >= (started ? 5 : 4)) {
      const length = started ? 1 + pending.readInt32BE(1) : pending.readInt32BE(0)
      if (pending.length < length) return
      if (started) onMessage(pending[0]!, pending.subarray(5, length))
      started = true
      pending = pending.subarray(length)
    }
  }
}

/** Calls back for each round trip that a client's bytes begin: `Sync` and simple `Query` messages, each of which it waits for. */
export const roundTripsOf = (onRoundTrip: () => void) =>
  messages(false, (type) => {
    if (type === sync || type === query) onRoundTrip()
  })
