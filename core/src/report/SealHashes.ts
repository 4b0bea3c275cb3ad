import { createHash } from "node:crypto"
import type { SealPiece, Unhashed } from "./DaySeal.ts"

/** SHA-256 of parts, each after its length in bytes: no two lists of parts are hashed as the same bytes. */
const hashOf = (parts: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part},`)
  return hash.digest("hex")
}

/** The hash of a piece. `content` is that of its rows; the rest says where it stands, so that no piece passes for another. */
export const pieceHash = (
  { day, event_id, format, number }: Pick<Unhashed, "day" | "event_id" | "format" | "number">,
  { first_id, ids, kind, last_id, piece, rows }: Omit<typeof SealPiece.Type, "hash">,
  content: string
): string =>
  hashOf([
    "wristbank piece of a day",
    ...[format, event_id, number, day, kind, piece, first_id, last_id, ids, rows].map(String),
    content
  ])

/** The hash of a seal over its pieces, in their order. */
export const sealHash = (seal: Unhashed, pieces: ReadonlyArray<Pick<SealPiece, "hash">>): string =>
  hashOf([
    "wristbank seal of a day",
    ...[
      seal.format,
      seal.event_id,
      seal.number,
      seal.day,
      seal.covers_from.epochMilliseconds,
      seal.covers_until.epochMilliseconds,
      seal.previous_hash ?? "none",
      seal.orders,
      seal.rows,
      seal.pieces,
      seal.sealed_at.epochMilliseconds,
      seal.sealed_by
    ].map(String),
    ...pieces.map(({ hash }) => hash)
  ])
