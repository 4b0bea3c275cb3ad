import { atom } from "jotai"

/** The query parameter of links that open the portal with the portal token of a presale ticket. */
const parameter = "ticketVoucher"

/** The portal token in an address, and the address without it. */
export const withoutVoucher = (href: string): { readonly code: string | undefined; readonly href: string } => {
  const url = new URL(href)
  const code = url.searchParams.get(parameter) ?? undefined
  url.searchParams.delete(parameter)
  return { code: code === "" ? undefined : code, href: code === undefined ? href : url.href }
}

/** Takes the portal token out of the address and the history, before anything else can read it there. */
export const takeVoucher = (): string | undefined => {
  const { code, href } = withoutVoucher(location.href)
  if (href !== location.href) history.replaceState(history.state, "", href)
  return code
}

/** The portal token of the link that opened this page, until it was tried once. */
export const voucherAtom = atom<string>()

/** The PIN or portal token in a scanned code: of a link to a portal, or the whole text. `undefined` if it can be neither. */
export const credentialIn = (scanned: string): string | undefined => {
  const text = scanned.trim()
  const url = /^https?:/i.test(text) ? URL.parse(text) : null
  const found = url === null ? text : url.searchParams.get(parameter) ?? url.searchParams.get("pin") ?? ""
  return /^[^\s\u0000-\u001f]{1,100}$/.test(found) ? found : undefined
}
