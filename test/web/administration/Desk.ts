import { randomUUID } from "node:crypto"
import type { DemoSite } from "../../support/DemoSite.ts"
import { makeTill, type Office, officeOf } from "../../support/DemoTill.ts"

interface Found {
  readonly id: number
  readonly balance: number
  readonly vouchers: number
  readonly user_tag_id: number
  readonly user_tag_pin: string
  readonly user_tag_uid_hex: string
}

/** A call of a terminal. */
export type AtTill = <T>(method: string, path: string, body?: unknown) => Promise<T>

interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

/** A till of its own at which Anna is signed in, by its API. */
const signedInTill = async ({ origin }: DemoSite, office: Office): Promise<AtTill> => {
  const { code } = await makeTill(office)
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(`${origin}/api/terminal${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return text === "" ? null : JSON.parse(text)
  }
  const { token } = await send("POST", "/auth/register_terminal", { registration_uuid: code }) as {
    readonly token: string
  }
  const till: AtTill = <T>(method: string, path: string, body?: unknown) =>
    send(method, path, body, token) as Promise<T>
  const { entities } = await office<Listed<{ readonly login: string; readonly user_tag_uid: number }>>(
    "GET",
    "/users?node_id=1"
  )
  const { user_tag_uid: uid } = Object.values(entities).find(({ login }) => login === "anna")!
  const { roles } = await till<{ readonly roles: ReadonlyArray<{ readonly id: number; readonly name: string }> }>(
    "POST",
    "/user/check-login",
    { uid }
  )
  await till("POST", "/user/login", { user_tag: { uid }, user_role_id: roles[0]!.id })
  return till
}

/** A checkout that a guest of the demo began in the portal; returns its id at the provider. */
export const begunCheckout = async ({ origin }: DemoSite, office: Office, pin: string): Promise<string> => {
  const send = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${origin}/api/customer${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ readonly access_token: string }>
  }
  const { access_token: token } = await send("/auth/login", { pin, node_id: 1 })
  await send("/sumup/create-checkout", { amount: 10 }, token)
  const [checkout] = await office<ReadonlyArray<{ readonly id: string }>>("GET", "/sumup/checkouts?node_id=1")
  return checkout!.id
}

/** A guest of the demo, and what they bought just now. */
export const deskOf = async (site: DemoSite) => {
  const office = await officeOf(site)
  const till = await signedInTill(site, office)
  const guestOf = async (term: string): Promise<Found> => {
    const [found] = await office<ReadonlyArray<Found>>("POST", "/customers/find-customers?node_id=1", {
      search_term: term
    })
    return found!
  }
  const book = async (uuid: string, quantity: number, payment: object): Promise<number> => {
    const { buttons } = await till<{
      readonly till: { readonly buttons: ReadonlyArray<{ readonly id: number; readonly name: string }> | null }
    }>("GET", "/config").then((config) => ({ buttons: config.till.buttons ?? [] }))
    const beer = buttons.find(({ name }) => /beer/i.test(name))!
    const { id } = await till<{ readonly id: number }>("POST", "/order/book-sale", {
      uuid,
      buttons: [{ till_button_id: beer.id, quantity, price: null }],
      ...payment
    })
    return id
  }
  /** Sells beer, as often as said. */
  const sell = (chip: string, quantity = 1): Promise<number> =>
    book(randomUUID(), quantity, { customer_tag_uid: chip, used_vouchers: 0, payment_method: "tag" })
  /** Sells a beer for which the till says that a card was charged, and of which the provider knows nothing; returns its uuid. */
  const sellByCard = async (): Promise<string> => {
    const uuid = randomUUID()
    await book(uuid, 1, { payment_method: "sumup" })
    return uuid
  }
  const guest = await guestOf("GUEST001")
  return { guest, guestOf, office, sale: await sell(guest.user_tag_uid_hex, 2), sell, sellByCard, till }
}
