import { Effect, Option } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { ownAddress } from "../base/OwnAddress.ts"
import { withoutEndSlashes } from "../base/Text.ts"

/** The settings from which the address of receipts follows. */
export type ReceiptPlaces = Pick<
  Configuration["Service"],
  "administrationUrl" | "customerUrl" | "host" | "port" | "terminalUrl" | "tlsKey"
>

/** The address of an order's receipt for guests: at the portal of its event, else where those without one are. */
export const receiptLink = (uuid: string, portal: string, elsewhere: string): string =>
  `${withoutEndSlashes(portal === "" ? elsewhere : portal)}/bon/${uuid}`

/**
 * Where the receipts of events without a portal address are: at the common address for guests, else below the root of the server.
 * That is where a configured address says that its APIs are on the common port, else its own address. What a caller asked for
 * (the header Host) does not count: a forged one would lead guests elsewhere.
 */
export const receiptPlace = (places: ReceiptPlaces): string =>
  Option.match(places.customerUrl, {
    onSome: ({ href }) => href,
    onNone: () =>
      rootOf(places.terminalUrl, "/api/terminal") ?? rootOf(places.administrationUrl, "/api/administration") ??
        ownAddress(places)
  })

/** The root of the common port, by the public address of one of its APIs; an API on a port of its own has no receipts beside it. */
const rootOf = (url: Option.Option<URL>, prefix: string): string | undefined => {
  const href = Option.match(url, { onNone: () => "", onSome: (known) => withoutEndSlashes(known.href) })
  return href.endsWith(prefix) ? href.slice(0, -prefix.length) : undefined
}

/** The address of receipts in an event, by its settings. */
export const receiptLinks = Effect.map(Configuration, (configuration) => {
  const elsewhere = receiptPlace(configuration)
  return (settings: { readonly customer_portal_url: string }, uuid: string) =>
    receiptLink(uuid, settings.customer_portal_url, elsewhere)
})
