/** Who may make a call, in a sentence for its description. */
import type { CallNeeds } from "@wristbank/http/api/Needs"

const tokens: Readonly<Record<string, string>> = {
  administration: "a user who is signed in to the back office",
  terminal: "a registered terminal, whether or not a user is signed in",
  customer: "a guest who is signed in"
}

const presence: Readonly<Record<string, string>> = {
  administration: "a user with any privilege at the node",
  terminal: "a terminal at which a user is signed in"
}

/** The privileges, as "`a`, `b` or `c`". */
const listed = (privileges: ReadonlyArray<string>): string => {
  const names = privileges.map((name) => `\`${name}\``)
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join("")
}

/** Who may make a call of this API. */
export const callers = (api: string, needs: CallNeeds): string => {
  if (needs === "nothing") return "Open to everyone; no token is needed."
  const who = needs === "token"
    ? tokens[api]
    : needs === "presence"
    ? presence[api]
    : api === "terminal"
    ? `a terminal whose user is signed in under a role with ${listed(needs)}`
    : `a user with ${listed(needs)} at the node`
  if (who === undefined) throw new Error(`The ${api} API has no callers with needs of this kind`)
  return `Open to ${who}.`
}
