import type { Draw } from "./Draw.ts"

const privileges = [
  "node_administration",
  "user_management",
  "terminal_login",
  "can_book_orders",
  "cash_transport",
  "allow_privileged_role_assignment"
]

const upper = (login: string) => login.toUpperCase()

/** Any roles and users, and the roles that users have. Wristbands of users need keys. */
export const anyPeople = ({ isSo, one, subset }: Draw, hasKeys: boolean) => {
  const names = subset(["lead", "cashier", "office"])
  const user_roles = names.map((name) => {
    const held = subset(privileges)
    const mayAssignAll = held.includes("allow_privileged_role_assignment")
    return {
      name,
      is_privileged: isSo(),
      privileges: held,
      assignable_roles: mayAssignAll ? one([null, []]) : one([null, [], names, ["admin"]])
    }
  })
  const users = subset(["lena", "omar", "olga"]).map((login) => {
    const signIn = hasKeys ? one(["password", "wristband", "both"]) : "password"
    const [hasPassword, hasTag] = [signIn !== "wristband", signIn !== "password"]
    return {
      login,
      display_name: one(["", "Crew"]),
      description: one([null, "Mornings"]),
      password: hasPassword ? `\${PASSWORD_${upper(login)}}` : null,
      user_tag_pin: hasTag ? `\${PIN_${upper(login)}}` : null,
      user_tag_uid_hex: hasTag ? `\${CHIP_${upper(login)}}` : null
    }
  })
  const own = users.flatMap(({ login }) =>
    subset(["", "Stage"]).flatMap((at) => {
      const roles = subset(names)
      return roles.length === 0 ? [] : [{ login, at, roles, terminal_only: isSo() }]
    })
  )
  // Someone above the event has a role of above in it.
  const above = subset([{ login: "admin", at: "Stage", roles: ["admin"], terminal_only: true }])
  return { user_roles, users, role_assignments: [...own, ...above] }
}
