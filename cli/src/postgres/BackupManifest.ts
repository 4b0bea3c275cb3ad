import { Result, Schema } from "effect"
import { createHash } from "node:crypto"

/** A file as it was when it was copied. */
export interface ListedFile {
  readonly bytes: number
  /** SHA-256, as hexadecimal digits. */
  readonly sha256: string
}

/** The files of a backup without those of the log, by their paths below its folder. */
export interface BackupManifest {
  /** The number that `initdb` gave the data. */
  readonly systemIdentifier: string
  readonly files: ReadonlyMap<string, ListedFile>
  /** The part of the log that makes the backup consistent; its ends are places such as 1/A000028. */
  readonly log: { readonly timeline: number; readonly from: string; readonly to: string }
}

/** The name that PostgreSQL gives such a list. */
export const manifestFile = "backup_manifest"

const Entry = Schema.Struct({
  Path: Schema.String,
  Size: Schema.Int,
  "Checksum-Algorithm": Schema.Literal("SHA256"),
  Checksum: Schema.String
})
const EntryText = Schema.fromJsonString(Entry)

const Whole = Schema.fromJsonString(Schema.Struct({ Files: Schema.Array(Entry) }))

/**
 * The manifest as PostgreSQL writes it itself, so that its `pg_verifybackup` can check a backup as well (its manual, "Backup Manifest
 * Format"). The last line has the checksum of those before it.
 */
export const manifestText = ({ files, log, systemIdentifier }: BackupManifest): string => {
  const entries = Array.from(files, ([path, { bytes, sha256 }]) =>
    Schema.encodeSync(EntryText)({
      Path: path,
      Size: bytes,
      "Checksum-Algorithm": "SHA256",
      Checksum: sha256
    }))
  const text = `{ "PostgreSQL-Backup-Manifest-Version": 2,\n"System-Identifier": ${systemIdentifier},\n` +
    `"Files": [\n${entries.join(",\n")}\n],\n"WAL-Ranges": [\n` +
    `{ "Timeline": ${log.timeline}, "Start-LSN": "${log.from}", "End-LSN": "${log.to}" }\n],\n`
  return `${text}"Manifest-Checksum": "${sha256Of(text)}"}\n`
}

/** The files that a manifest lists; undefined if it is damaged itself. */
export const listedIn = (text: string): ReadonlyMap<string, ListedFile> | undefined => {
  const [, before = "", sum] = /^(.*\n)"Manifest-Checksum": "([0-9a-f]{64})"\}\n$/s.exec(text) ?? []
  if (sum !== sha256Of(before)) return undefined
  const read = Schema.decodeUnknownResult(Whole)(text)
  if (Result.isFailure(read)) return undefined
  return new Map(read.success.Files.map((entry) => [entry.Path, { bytes: entry.Size, sha256: entry.Checksum }]))
}

/** What is wrong with the files that were found, a sentence each, by the rules of `pg_verifybackup`. */
export const faultsOfFiles = (
  listed: ReadonlyMap<string, ListedFile>,
  found: ReadonlyMap<string, ListedFile>
): ReadonlyArray<string> => {
  const faults = []
  for (const [path, { bytes, sha256 }] of listed) {
    const file = found.get(path)
    if (file === undefined) faults.push(`${path} is missing`)
    else if (file.bytes !== bytes) faults.push(`${path} has ${file.bytes} bytes instead of ${bytes}`)
    else if (file.sha256 !== sha256) faults.push(`${path} is damaged: its checksum differs`)
  }
  for (const path of found.keys()) if (!listed.has(path)) faults.push(`${path} does not belong to it`)
  return faults
}

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex")
