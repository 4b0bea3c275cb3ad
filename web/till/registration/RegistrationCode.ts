const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/**
 * The registration code in what was scanned, opened or typed: the code itself, a link to the till that ends in `#code=`, or the
 * text of the QR code for terminals, which is JSON in base64. `undefined` if there is none.
 */
export const readCode = (text: string): string | undefined => {
  const plain = text.trim()
  return (uuid.exec(plain) ?? uuid.exec(fromBase64(plain) ?? ""))?.[0].toLowerCase()
}

const fromBase64 = (text: string): string | undefined => {
  try {
    const { registration_uuid } = JSON.parse(atob(text)) as { readonly registration_uuid?: unknown }
    return typeof registration_uuid === "string" ? registration_uuid : undefined
  } catch {
    return undefined
  }
}
