import { printable } from "@wristbank/core/base/VisibleText"
import type { UserRoleAssignment } from "@wristbank/core/organisation/RoleAssignment"
import { tableLines } from "./Table.ts"

/** The roles of a user as a table: a line for each role at each node, from the root down. */
export const roleLines = (assignments: ReadonlyArray<UserRoleAssignment>): ReadonlyArray<string> =>
  assignments.length === 0 ? ["The user has no role here."] : tableLines(
    ["node", "name", "role", "counts"],
    assignments.flatMap(({ node_id, node_name, roles, terminal_only }) =>
      roles.map((role) => [
        String(node_id),
        printable(node_name),
        printable(role.name),
        terminal_only ? "at terminals only" : "everywhere"
      ])
    )
  )
