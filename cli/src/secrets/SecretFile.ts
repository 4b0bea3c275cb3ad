import { randomUUID } from "node:crypto"
import { link, mkdir, readFile, stat, unlink, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/** The text of a file that only its owner can read. Makes the file when it is missing. */
export const ensureSecretFile = async (path: string, make: () => string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 })
  if (!(await isThere(path))) await create(path, make())
  return (await readFile(path, "utf8")).trim()
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(() => true, (error) => error.code === "ENOENT" ? false : Promise.reject(error))

// Linked to its name once it is completely on the disk, so that a secret is never empty and never replaces another.
const create = async (path: string, secret: string) => {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, secret, { mode: 0o600, flag: "wx", flush: true })
  await link(draft, path).catch((error) => error.code === "EEXIST" ? undefined : Promise.reject(error))
  await unlink(draft)
}
