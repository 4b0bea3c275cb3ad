import { ByteSize, Effect } from "effect"
import type { IncomingMessage } from "node:http"

/** Why a body could not be read. */
export type UnreadBody = "BodyTooLarge" | "Parse"

/**
 * The bytes of a body, for one reader. Fails when the connection ends before the body does, and when the body is larger than
 * the limit; the rest of a larger one is then discarded as it arrives, so that its sender reads the answer.
 *
 * Readers for any kind of stream watch for every way in which one can end, and copy what they read. For a small request that
 * takes longer than reading it.
 */
export const arrivingBody = <E>(
  source: IncomingMessage,
  limit: ByteSize.ByteSize | undefined,
  failure: (reason: UnreadBody, cause: unknown) => E
): Effect.Effect<Buffer, E> =>
  Effect.callback((resume) => {
    const most = limit === undefined ? Number.POSITIVE_INFINITY : ByteSize.toNumberUnsafe(limit)
    const chunks: Array<Buffer> = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) {
        chunks.push(chunk)
        return
      }
      stop()
      source.resume()
      resume(Effect.fail(failure("BodyTooLarge", undefined)))
    }
    const onEnd = () => {
      stop()
      resume(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    }
    const onEarlyEnd = (cause?: unknown) => {
      stop()
      resume(Effect.fail(failure("Parse", cause)))
    }
    const stop = () => {
      source.off("data", onData).off("end", onEnd).off("error", onEarlyEnd).off("close", onEarlyEnd)
    }
    if (source.destroyed && !source.readableEnded) return onEarlyEnd(source.errored)
    if (source.readableEnded) return onEnd()
    source.on("data", onData).on("end", onEnd).on("error", onEarlyEnd).on("close", onEarlyEnd)
    return Effect.sync(() => {
      stop()
      source.destroy()
    })
  })

/** Takes a body that has arrived completely from its request; `undefined` when some of it is still to come. */
export const arrivedBody = (source: IncomingMessage): Buffer | undefined =>
  source.complete && source.readableLength > 0 ? source.read(source.readableLength) : undefined
