import { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { checkLog } from "@wristbank/core/tse/LogCheck"
import { curveOf } from "@wristbank/core/tse/SignatureCheck"
import * as TarArchive from "@wristbank/core/tse/TarArchive"
import { Effect, Schema, Stream } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { openAsBlob } from "node:fs"
import { open } from "node:fs/promises"
import { whyUnread } from "../files/FileFault.ts"

/** Raised when a file is not an archive, or can't be read. */
class ArchiveUnreadable
  extends Schema.TaggedError<ArchiveUnreadable>()("ArchiveUnreadable", { message: Schema.String })
{}

/** Raised when the given public key is invalid. */
class NoPublicKey extends Schema.TaggedError<NoPublicKey>()("NoPublicKey", { message: Schema.String }) {}

/** Checks the archive in a file against the key, in base64, or against its own certificate. */
export const checkArchive = Effect.fnUntraced(function*(path: string, publicKey: string | undefined) {
  const key = publicKey === undefined ? undefined : yield* keyOf(publicKey)
  return yield* Effect.tryPromise({
    try: async () => {
      const file = await opened(path)
      return checkLog(() => TarArchive.unpack(file.stream()), key)
    },
    catch: unreadable(path)
  })
})

/** Checks the archive in a file against the record of the device with that number or name. */
export const checkArchiveOf = (caller: AtEvent, tse: string, path: string) =>
  TseLogs.use(({ check }) => check(caller, tse, filesIn(path)))

const filesIn = (path: string) =>
  Effect.tryPromise({ try: () => opened(path), catch: unreadable(path) }).pipe(
    Effect.map((file) => Stream.fromAsyncIterable(TarArchive.unpack(file.stream()), unreadable(path))),
    Stream.unwrap
  )

/** Opened once before, because a blob does not report why it can't be opened. */
const opened = async (path: string): Promise<Blob> => {
  const file = await open(path)
  const isFile = (await file.stat().finally(() => file.close())).isFile()
  if (!isFile) throw new Error("it is no file")
  return openAsBlob(path)
}

const unreadable = (path: string) => (cause: unknown) =>
  new ArchiveUnreadable({ message: `${path} can't be read: ${whyUnread(cause)}` })

const keyOf = (text: string) =>
  Effect.fromResult(Base64.decode(text.trim())).pipe(
    Effect.filterOrFail((point) => curveOf(point) !== undefined),
    Effect.mapError(() => new NoPublicKey({ message: "The public key is no point of a known curve in base64" }))
  )
