/** Writes `docs/reference/order-of-checks.md`: `node docs/generators/orderOfChecksPages.ts`. */
import { writeFileSync } from "node:fs"
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

/** The text of the page. */
export const orderOfChecksPage = (): string =>
  `# In which order a booking is checked

${made}

A request may be wrong in several ways, and its answer names one of them: the first in the table of its booking. The order
is part of the interface; tests send requests that break two checks at once. [errors.md](errors.md) explains the refusals.

A uuid that was booked with the same content gets the stored answer once the rows above \`AlreadyProcessed\` hold; the rows
below are not checked again. A registered order is booked as it was registered: its decision was made before. Any booking
that takes longer than two seconds is answered \`ServiceUnavailable\` (503), whatever it was waiting for.

The calls that only check, such as \`POST /order/check-sale\`, also work at archived nodes, refuse every uuid that was booked,
and don't ask the card provider. In sales and top-ups they don't need a cash register, and in ticket sales no payment method.

${Object.values(orderOfChecks).map(table).join("\n")}`

if (import.meta.main) {
  writeFileSync(fileURLToPath(new URL("../reference/order-of-checks.md", import.meta.url)), orderOfChecksPage())
}
