import type { CardStandIn } from "@wristbank/core/card/CardStandIn"
import type { DemoGuide } from "@wristbank/http/server/landing/DemoGuide"
import { earlyGuests } from "./DemoBookings.ts"
import type { DemoDevice } from "./DemoDevice.ts"
import { demoOrders } from "./DemoOrders.ts"
import { pastTags } from "./DemoPast.ts"
import { financier, guests as tags } from "./DemoPeople.ts"
import type { DemoShop } from "./DemoShop.ts"

/** The stand-ins of the festival; `undefined` for those that do not run. */
export interface StandIns {
  readonly cards?: CardStandIn | undefined
  readonly device?: DemoDevice | undefined
  readonly shop?: DemoShop | undefined
}

/** Everything that is needed to try the festival: tags by chip number, and unused registration codes. */
export const demoSheet = (
  { event, eventId, guests, people, terminals }: DemoGuide,
  { cards, device, shop }: StandIns
) => {
  return [
    `${event}, event ${eventId}`,
    "  people, by tag, with their login for commands",
    ...people.map(personLine),
    "    the roles cashier and entry can sign in at a terminal once a shift lead or finance is signed in there",
    "  guests, by tag",
    ...guests.map(guestLine),
    `    PINs ${tags[earlyGuests.length]?.pin} to ${
      tags.at(-1 - pastTags)?.pin
    } are new tags: any free chip number will do`,
    ...(cards === undefined
      ? []
      : [
        "  a guest pays by card what a card reader tells the stand-in for SumUp",
        cardLine(cards.url),
        "  a guest who signs in at /portal/ with the PIN tops up there; the payment page of a top-up is",
        `    ${cards.url.href}pay/<checkout_id>`
      ]),
    ...(device === undefined
      ? []
      : [
        "  orders are signed by a simulated TSE, which proves nothing to a tax office",
        `    ${device.url}  password 12345  serial ${device.serial}`
      ]),
    ...(shop === undefined
      ? []
      : [
        "  tickets were sold before by a stand-in for pretix; the till Entry takes their codes",
        ...demoOrders.filter(({ isUnpaid }) => !isUnpaid).flatMap(({ code, tickets: sold }) =>
          sold.map((ticket) => ticketLine(code, ticket))
        ),
        "    the shop cancels an order, and reports it",
        `    curl -X POST ${shop.url}/stand-in/orders/${demoOrders[0]?.code}/cancel`
      ]),
    "  what guests want back on their bank accounts, in the name of a user who may pay out",
    `    npx wristbank payout pending --event ${eventId} --as ${financier.login}`,
    "  a new registration code for a terminal whose code was used",
    `    npx wristbank terminal code "Bar 1" --event ${eventId} --as ${financier.login}`,
    ...(terminals.length === 0 ? [] : ["  registration codes of terminals", ...terminals.map(codeLine)])
  ]
}

const cardLine = ({ href }: URL) =>
  `    curl ${href}payments -d '{"foreign_transaction_id":"<uuid of the order>","amount":20}'`

const ticketLine = (order: string, { code, credit, name }: typeof demoOrders[number]["tickets"][number]) =>
  `    ${code}  order ${order}  ${name}${credit === undefined ? "" : `, ${credit} EUR credit`}`

const personLine = ({ login, name, role, tag, works }: DemoGuide["people"][number]) =>
  `    ${tag}  ${name.padEnd(7)} ${login.padEnd(7)} ${role.padEnd(11)} ${works}`

const guestLine = ({ balance, pin, restriction, tag, vouchers }: DemoGuide["guests"][number]) =>
  `    ${tag}  PIN ${pin}  ${balance.padStart(6)} EUR${vouchers === 0 ? "" : `, ${vouchers} vouchers`}${
    restriction?.replace("_", " ").padStart(10) ?? ""
  }`

const codeLine = ({ code, name }: DemoGuide["terminals"][number]) => `    ${name.padEnd(10)}  ${code}`
