import { Flags } from "@oclif/core"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { hostname, userInfo } from "node:os"

/** The event that a command works in, and the user it works for, who needs the privilege there. */
export const callerFlags = (privilege: Privilege) => ({
  event: Flags.integer({ description: "id of the event", min: 1, required: true, helpValue: "<id>" }),
  as: Flags.string({
    description: `login of the person who answers for it, with ${privilege} at the event`,
    required: true,
    helpValue: "<login>"
  })
})

/** The node that a command works at, and the user it works for, who needs the privilege there. */
export const nodeFlags = (privilege: Privilege) => ({
  node: Flags.integer({ description: "id of the node (0: the root)", min: 0, required: true, helpValue: "<id>" }),
  as: Flags.string({
    description: `login of the person who answers for it, with ${privilege} at the node`,
    required: true,
    helpValue: "<login>"
  })
})

/** The system account that runs a command, for the audit log: user@host. */
export const systemAccount = (): string => `${userInfo().username}@${hostname()}`
