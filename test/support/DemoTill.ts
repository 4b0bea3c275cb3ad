import { randomUUID } from "node:crypto"
import { afterAll, beforeAll } from "vitest"
import { type Visit, visit, type VisitOptions } from "./Browser.ts"
import { type DemoSite, demoSite } from "./DemoSite.ts"
import { untilPressesCount } from "./TillActs.ts"

/** A call of the back office, as the administrator of the demo. */
export type Office = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** Signs the administrator in. Calls that are refused fail the test; those that a busy machine puts off are sent again. */
export const officeOf = async ({ origin, password }: Pick<DemoSite, "origin" | "password">): Promise<Office> => {
  const send = async (method: string, path: string, body: unknown, token?: string, left = 10): Promise<unknown> => {
    const response = await fetch(`${origin}/api/administration${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (response.status === 503 && left > 0) return send(method, path, body, token, left - 1)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === "" ? null : JSON.parse(text)
  }
  const login = await send("POST", "/auth/login", { username: "admin", password })
  const { success: { token } } = login as { readonly success: { readonly token: string } }
  return <T>(method: string, path: string, body?: unknown) => send(method, path, body, token) as Promise<T>
}

/** A till of the demo that no other test uses. */
export interface DemoTill {
  readonly name: string
  readonly id: number
  readonly terminalId: number
  /** Registers its terminal, once. */
  readonly code: string
}

let made = 0

interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

/** Makes a till with a terminal that waits for its registration. Profiles: Bar, Food, Entry, Top-up, Cash desk. */
export const makeTill = async (
  office: Office,
  profile = "Bar",
  name = `${profile} of test ${++made}-${process.pid}`
): Promise<DemoTill> => {
  const profiles = await office<Listed<{ readonly id: number; readonly name: string }>>(
    "GET",
    "/till-profiles?node_id=1"
  )
  const terminal = await office<{ readonly id: number; readonly registration_uuid: string }>(
    "POST",
    "/terminal?node_id=1",
    { name, description: null }
  )
  const till = await office<{ readonly id: number }>("POST", "/tills?node_id=1", {
    name,
    description: null,
    active_shift: null,
    active_profile_id: Object.values(profiles.entities).find((one) => one.name === profile)?.id,
    terminal_id: terminal.id
  })
  return { name, id: till.id, terminalId: terminal.id, code: terminal.registration_uuid }
}

/** An order as the back office lists it. */
export interface BookedOrder {
  readonly id: number
  readonly uuid: string
  readonly order_type: string
  readonly payment_method: string
  readonly total_price: number
}

/** The sales, top-ups and other orders of a till; not the movements of its register. */
export const ordersOf = async (office: Office, { id }: DemoTill): Promise<ReadonlyArray<BookedOrder>> =>
  Object.values((await office<Listed<BookedOrder>>("GET", `/orders/by-till/${id}?node_id=1`)).entities)
    .filter(({ order_type }) => order_type !== "money_transfer")

/** A window with a till that is registered and, unless `person` is null, someone signed in at it. */
export const visitTill = async (
  { origin }: Pick<DemoSite, "origin">,
  { code }: DemoTill,
  { person = "Anna", ...options }: VisitOptions & { readonly person?: string | null } = {}
): Promise<Visit> => {
  const visitor = await visit(options)
  const { page } = visitor
  await untilPressesCount(page)
  const isGerman = options.locale?.startsWith("de") === true
  await page.goto(`${origin}/till/#code=${code}`)
  await page.getByRole("button", { name: isGerman ? "Registrieren" : "Register", exact: true }).click()
  await page.getByRole("heading", { name: isGerman ? "Anmelden" : "Sign in" }).waitFor()
  if (person !== null) {
    await page.getByRole("button", { name: new RegExp(`^${person}`) }).click()
    await page.getByRole("navigation").waitFor()
  }
  return visitor
}

/** A person's window with a till that no other test uses. */
export interface TillVisit extends Visit {
  readonly till: DemoTill
  readonly orders: () => Promise<ReadonlyArray<BookedOrder>>
}

interface TillOptions extends VisitOptions {
  /** `Bar` unless given. */
  readonly profile?: string
  /** Who signs in; `Anna` unless given, no one if null. */
  readonly person?: string | null
  /** What the browser keeps for this site from earlier, by its key. */
  readonly stored?: Readonly<Record<string, string>>
}

/** The demo that all tests of a file share. It starts before the first of them and ends after the last. */
export interface DemoTills {
  readonly site: () => DemoSite
  readonly office: Office
  readonly open: (options?: TillOptions) => Promise<TillVisit>
}

/** Starts a demo for the tests of this file, and opens tills of it. */
export const demoTills = (
  prepare: (office: Office, site: DemoSite) => Promise<unknown> = async () => undefined
): DemoTills => {
  let site: DemoSite
  let office: Office
  beforeAll(async () => {
    site = await demoSite()
    office = await officeOf(site)
    await prepare(office, site)
  })
  afterAll(() => site[Symbol.asyncDispose]())
  return {
    site: () => site,
    office: (method, path, body) => office(method, path, body),
    open: async ({ more = {}, profile = "Bar", stored = {}, ...options } = {}) => {
      const till = await makeTill(office, profile)
      const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
      const storageState = { cookies: [], origins: [{ origin: site.origin, localStorage }] }
      const visitor = await visitTill(site, till, { ...options, more: { storageState, ...more } })
      return { ...visitor, till, orders: () => ordersOf(office, till) }
    }
  }
}

/** Signs Ben in at the demo's second bar, without a browser. Each call books a top-up of 1.00, and says under which uuid. */
export const topUpsAt = async (
  { lines, origin }: Pick<DemoSite, "lines" | "origin">
): Promise<() => Promise<string>> => {
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${origin}/api/terminal${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return await response.json() as { token: string; roles: ReadonlyArray<{ id: number }> }
  }
  const registration_uuid = lines.map((line) => /^ +Bar 2 +(\S{36})$/.exec(line)?.[1]).find(Boolean)
  const { token } = await call("/auth/register_terminal", { registration_uuid })
  const user_tag = { uid: 1002 }
  const { roles } = await call("/user/check-login", user_tag, token)
  await call("/user/login", { user_tag, user_role_id: roles[0]?.id }, token)
  return async () => {
    const uuid = randomUUID()
    await call("/order/book-topup", { uuid, payment_method: "cash", amount: 1, customer_tag_uid: 2002 }, token)
    return uuid
  }
}
