/** Writes `docs/reference/order-of-checks.md` and the pages beside it: `node docs/generators/orderOfChecksPages.ts`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checksOf, type OrderOfChecks, orderOfChecks } from "./orderOfChecks.ts"

const table = (order: OrderOfChecks): string =>
  `## ${order.title}

\`${order.call}\`

| | what must hold | otherwise | in |
| --- | --- | --- | --- |
${
    checksOf(order).map(({ checked, detail, file, refusal }, at) => {
      const permission = refusal === "TillPermission" ? ` (\`${detail}\`)` : ""
      return `| ${at + 1} | ${checked} | \`${refusal}\`${permission} | \`${file}\` |`
    }).join("\n")
  }
`

const made =
  "<!-- Made from docs/generators/orderOfChecks.ts; change it there, and run `node docs/generators/orderOfChecksPages.ts`. -->"

const tables = (...orders: ReadonlyArray<OrderOfChecks>): string => orders.map(table).join("\n")

const firstPage = (): string =>
  `# In which order a booking is checked

${made}

A request may be wrong in several ways, and its answer names one of them: the first in the table of its booking. The order
is part of the interface; tests send requests that break two checks at once. [errors.md](errors.md) explains the refusals.

A uuid that was booked with the same content gets the stored answer once the rows above \`AlreadyProcessed\` hold; the rows
below are not checked again. A registered order is booked as it was registered: its decision was made before. Any booking
that takes longer than two seconds is answered \`ServiceUnavailable\` (503), whatever it was waiting for.

The calls that only check, such as \`POST /order/check-sale\`, also work at archived nodes, refuse every uuid that was booked,
and don't ask the card provider. In sales and top-ups they don't need a cash register, and in ticket sales no payment method.

Pay-outs and ticket sales stand in [order-of-checks-tickets.md](order-of-checks-tickets.md), cancels and edits in
[order-of-checks-changes.md](order-of-checks-changes.md).

${tables(orderOfChecks.sale, orderOfChecks.topUp)}`

const furtherPage = (title: string, ...orders: ReadonlyArray<OrderOfChecks>): string =>
  `# ${title}

${made}

[order-of-checks.md](order-of-checks.md) explains the tables.

${tables(...orders)}`

/** The texts of the pages, by their names in `docs`. */
export const orderOfChecksPages = (): { readonly [file: string]: string } => ({
  "order-of-checks.md": firstPage(),
  "order-of-checks-tickets.md": furtherPage(
    "In which order pay-outs and ticket sales are checked",
    orderOfChecks.payOut,
    orderOfChecks.ticketSale
  ),
  "order-of-checks-changes.md": furtherPage(
    "In which order cancels and edits are checked",
    orderOfChecks.cancel,
    orderOfChecks.cancelInOffice,
    orderOfChecks.edit
  )
})

if (import.meta.main) {
  for (const [file, text] of Object.entries(orderOfChecksPages())) {
    writeFileSync(join(fileURLToPath(new URL("../reference", import.meta.url)), file), text)
  }
}
