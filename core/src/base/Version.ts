import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema, Struct } from "effect"

interface WithFields {
  readonly fields: { readonly [name: string]: Schema.Codec<unknown, unknown> }
}

/**
 * Returns the function that computes the version of an object: objects have the same version if they agree in the fields that
 * `input` replaces. 128 bits of SHA-256 over their JSON, as 32 hexadecimal digits.
 */
export const versionBy = (item: WithFields, input: WithFields) => {
  const replaced = Object.keys(input.fields).filter((name) => name in item.fields)
  const encode = Schema.encodeUnknownSync(Schema.toCodecJson(Schema.Struct(Struct.pick(item.fields, replaced))))
  return (shown: unknown): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(encode(shown))))).slice(0, 32)
}
