import { Args, Flags } from "@oclif/core"

/** The event that a command is about. */
export const eventArgument = {
  event: Args.string({ description: "number or name of the event (default: see `use`)", required: true })
}

/** The user that a command about an event's file works for. */
export const asFlag = {
  as: Flags.string({
    description:
      "login of the user in whose name this is done, who administers the event, or the node below which it is made (default: see `use`)",
    required: true,
    helpValue: "<login>"
  })
}

/** The event that a file is compared with, and what is compared. */
export const comparisonFlags = {
  ...asFlag,
  event: Flags.string({
    description: "number or name of the event that the file describes (default: the name in the file)",
    helpValue: "<event>"
  }),
  keep: Flags.boolean({ default: false, description: "remove nothing: what the lists of the file lack stays" })
}

/** Tries the changes alone. */
export const dryRunFlag = {
  "dry-run": Flags.boolean({ default: false, description: "try the changes and undo them" })
}
