/** Examples of requests and answers, as pages show them. */

/** What someone may send where the stored examples hide a secret or a file, by the name of the field. */
const sent: Readonly<Record<string, string>> = {
  code: "123456",
  data: "iVBORw0KGgo=",
  file: "event:\n  name: Harbour Festival\n",
  fingerprint: "a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff0",
  key0: "00112233445566778899aabbccddeeff",
  key1: "ffeeddccbbaa99887766554433221100",
  new_password: "correct horse battery",
  old_password: "the password so far",
  password: "correct horse",
  pretix_api_key: "key-of-the-shop",
  registration_uuid: "3f1f2c3a-6a0b-4c0e-9d5e-0a1b2c3d4e5f",
  serial: "a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff0",
  token: "token-of-the-webhook",
  state: "the-state-of-the-first-call",
  sumup_api_key: "key-of-the-provider"
}

const isCut = (text: string) => text.endsWith("…")

/** Stars stand for a secret. */
const isSecret = (text: string) => /^\*+$/.test(text)

const withValues = (value: unknown, name: string, isHidden: (text: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => withValues(one, name, isHidden))
  if (typeof value === "string") return isHidden(value) ? sent[name] ?? value : value
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withValues(part, key, isHidden)]))
}

/** A stored request with values in place of those that it hides. */
export const filled = (value: unknown, name = ""): unknown =>
  withValues(value, name, (text) => isCut(text) || isSecret(text))

/** A stored answer, which keeps its stars: answers hide stored secrets, and a value would say that they don't. */
export const answered = (value: unknown): unknown => withValues(value, "", isCut)

const widest = 100

/** JSON with whatever fits on a line in one line. */
export const printed = (value: unknown, indent = ""): string => {
  const flat = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, " ") ?? "null"
  if (flat.length + indent.length <= widest || typeof value !== "object" || value === null) return flat
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${deeper}${Array.isArray(value) ? "" : `${JSON.stringify(key)}: `}${printed(part, deeper)}`)
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`
}
