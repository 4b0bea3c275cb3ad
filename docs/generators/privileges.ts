/**
 * Writes `docs/reference/privileges.md` from what the endpoints of the three APIs say they need, and the needs of the administration API
 * for the back office in the browser, which offers no call that the person may not make: `node docs/generators/privileges.ts`.
 */
import { EventPrivilege, Privilege } from "@wristbank/core/organisation/Privilege"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { type CallNeeds, needsOf } from "@wristbank/http/api/Needs"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A call with what it needs of its caller. */
export interface CallRow {
  /** Method and path, as `GET /users/{user_id}`. */
  readonly call: string
  readonly needs: CallNeeds
}

/** Every call of an API, in its order. */
export const callRows = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<CallRow> => {
  const rows: Array<CallRow> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) =>
      rows.push({
        call: `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`,
        needs: needsOf({ endpoint, group })
      })
  })
  return rows
}

const abbreviations = {
  node_administration: "NA",
  customer_management: "CM",
  payout_management: "PM",
  create_user: "CU",
  allow_privileged_role_assignment: "PR",
  user_management: "UM",
  view_node_stats: "VS",
  cash_transport: "CT",
  terminal_login: "TL",
  supervised_terminal_login: "SL",
  can_book_orders: "CB",
  grant_free_tickets: "FT",
  grant_vouchers: "GV"
} satisfies { readonly [P in Privilege]: string }

const meanings = {
  node_administration:
    "sets up and looks at everything of a node but people's rights: tree, catalogue, tills, money, tags",
  customer_management: "finds guests, switches their wristbands, holds their payout back",
  payout_management: "pays the remaining balances out, holds a guest's payout back",
  create_user: "creates users, without roles",
  allow_privileged_role_assignment:
    "together with UM: hands out every role, also with privileges that the holder lacks",
  user_management: "creates, changes and removes users and roles, and says who has which role where",
  view_node_stats: "sees what is sold",
  cash_transport: "carries cash between vault and tills; the first role with it opens a transport account",
  terminal_login: "signs in at terminals, and lets those with SL in",
  supervised_terminal_login: "signs in at terminals where a colleague works under a role with TL",
  can_book_orders: "sells, tops up, pays out, scans tickets and cancels",
  grant_free_tickets: "gives tags out for free",
  grant_vouchers: "grants vouchers"
} satisfies { readonly [P in Privilege]: string }

const words = {
  nothing: "no token",
  token: "a token",
  presence: "presence"
}

const row = ({ call, needs }: CallRow): string => {
  const cells = Privilege.literals.map((privilege) => needs !== "nothing" && needs.includes(privilege) ? "●" : "")
  return `| \`${call}\` | ${typeof needs === "string" ? words[needs] : "any one of"} | ${cells.join(" | ")} |`
}

const table = (rows: ReadonlyArray<CallRow>): string =>
  [
    `| call | needs | ${Privilege.literals.map((privilege) => abbreviations[privilege]).join(" | ")} |`,
    `| --- | --- |${" --- |".repeat(Privilege.literals.length)}`,
    ...rows.map(row)
  ].join("\n")

const page = `# Who may do what

<!-- Made by docs/generators/privileges.ts; change it there, or what an endpoint says it needs, and run \`node docs/generators/privileges.ts\`. -->

A **privilege** is held through a **role** that is assigned to a user at a node. It counts there and at every node below;
those about an event as a whole (${
  EventPrivilege.literals.map((one) => abbreviations[one]).join(", ")
}) count at every node of the event if the role is assigned
anywhere in it (\`core/src/organisation/Privilege.ts\`, \`countsAt\`). In the back office the privileges of all roles count,
except of those assigned with \`terminal_only\`. At a terminal only those of the role count with which the user has signed in.

## The privileges

Below each is its short name in the tables of this page, and what its holders may do.

${Privilege.literals.map((one) => `### ${one}\n\n**${abbreviations[one]}**: ${meanings[one]}.`).join("\n\n")}

## What no one gets on their own

1. No one hands out or takes away a role, defines one, or changes one, before or after the change, that grants what they do
   not hold themselves at that node. A **privileged** role is for those with PR. A user with PR and UM may grant anything.
2. This also holds for one's own roles, for the roles others already have, and for roles that begin or cease to count at
   terminals only. A role is changed by who may do so at the node it was made for.
3. No one changes or removes a user, or sets their password or tag, who has a role that the caller could not grant, at whatever
   node: with a password or a tag one can act as its user. Nor is such a user's wristband switched at a terminal.
4. A user is always left who manages users at the root with a password of their own. No one removes themselves.
5. A user whom orders, shifts or the audit log name is deactivated instead of removed: they are in no list, can't sign in and have
   no role, but the records still say who it was. Others are deleted. Cash they answer for is handed on before.
6. At a terminal the same rules hold with the privileges of the active role; who has a privileged role is left to the back
   office. Roles for a new user need UM; to create one, CU is enough. A user who holds something at terminals only
   hands it out for terminals only. Roles are given at the nodes where the active role counts, and nowhere else.

## Every call

**any one of**: one of the privileges with a ● is enough. In the back office it must be held at the node the call names, and
for an object that lives further up also there. **presence**: in the back office any privilege at the node; at a terminal that
a user is signed in. Chip numbers of colleagues show to UM and CU alone, PINs to UM. **a token**: that of a session, a terminal or a guest, who sees their
own. A role without TL and SL can't be used at a terminal.

### Administration API

${table(callRows(AdministrationApi))}

### Terminal API

${table(callRows(TerminalApi))}

\`POST /user-info\` needs NA, UM, CU or a role with roles to give to show another user. Who may sign in is said in the list above.

### Customer API

${table(callRows(CustomerApi))}
`

/** The text of `docs/reference/privileges.md`. */
export const privilegesPage = (): string => page

/** The text of `web/administration/needs.json`: what each call needs, by method and path. */
export const officeNeeds = (): string => {
  const rows = callRows(AdministrationApi).map(({ call, needs }) => [call.replaceAll(/\{(\w+)\}/g, ":$1"), needs])
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`
}

const write = (path: string, text: string) => writeFileSync(fileURLToPath(new URL(path, import.meta.url)), text)

if (import.meta.main) {
  write("../reference/privileges.md", page)
  write("../../web/administration/needs.json", officeNeeds())
}
