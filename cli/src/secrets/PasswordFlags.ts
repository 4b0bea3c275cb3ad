import { Flags } from "@oclif/core"

/** Where a command reads a password, instead of asking for it. A password as an argument could be read by others on the machine. */
export const passwordFlags = {
  "password-file": Flags.string({
    description: "file with the password (-: the standard input)",
    exclusive: ["password-env"],
    helpValue: "<file>"
  }),
  "password-env": Flags.string({
    description: "name of the environment variable with the password",
    helpValue: "<name>"
  })
}

/** The values of `passwordFlags`. */
export interface PasswordSource {
  readonly "password-file"?: string | undefined
  readonly "password-env"?: string | undefined
}
