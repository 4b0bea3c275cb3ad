import { Args, Flags } from "@oclif/core"

/** The event that a command is about. */
export const eventArgument = {
  event: Args.string({ description: "id of the event, or its name with those of the nodes above it", required: true })
}

/** The user that a command about an event's file works for. */
export const asFlag = {
  as: Flags.string({
    description:
      "login of the person who answers for it, who administers the event, or the node below which it is made",
    required: true,
    helpValue: "<login>"
  })
}

/** The event that a file is compared with, and what is compared. */
export const comparisonFlags = {
  ...asFlag,
  event: Flags.string({
    description:
      "the event that the file describes: its id, or its name with those of the nodes above it (default: the " +
      "name in the file)",
    helpValue: "<event>"
  }),
  keep: Flags.boolean({ default: false, description: "remove nothing: what the lists of the file lack stays" })
}

/** Tries the changes alone. */
export const dryRunFlag = {
  "dry-run": Flags.boolean({ default: false, description: "try the changes and undo them" })
}
