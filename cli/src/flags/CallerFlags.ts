import { Flags } from "@oclif/core"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { hostname, userInfo } from "node:os"

const eventFlag = Flags.string({
  description: "number or name of the event (default: see `use`)",
  required: true,
  helpValue: "<event>"
})

/** Limits a command to one event. */
export const oneEventFlag = (all: string) => ({
  event: Flags.string({ description: `number or name of the event (default: ${all})`, helpValue: "<event>" })
})

/** The event that a command works in, and the user it works for, who needs the privilege there. */
export const callerFlags = (privilege: Privilege) => ({
  event: eventFlag,
  as: Flags.string({
    description: `login of the user in whose name this is done, with ${privilege} at the event (default: see \`use\`)`,
    required: true,
    helpValue: "<login>"
  })
})

/** The node that a command works at, and the user it works for, who needs the privilege there. */
export const nodeFlags = (privilege: Privilege) => ({
  node: Flags.string({
    description: "number or name of the node; 0 is the root (default: the event of `use`)",
    required: true,
    helpValue: "<node>"
  }),
  as: Flags.string({
    description: `login of the user in whose name this is done, with ${privilege} at the node (default: see \`use\`)`,
    required: true,
    helpValue: "<login>"
  })
})

/** The node of a user, for a login that several have. */
export const userNodeFlag = {
  node: Flags.string({
    description: "number or name of the user's node (0: the root), if several users have the login",
    helpValue: "<node>"
  })
}

/** The system account that runs a command, for the audit log: user@host. */
export const systemAccount = (): string => `${userInfo().username}@${hostname()}`
