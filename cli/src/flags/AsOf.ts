import { Flags } from "@oclif/core"

/** The moment in the past whose state a command shows. */
export const asOfFlag = (description: string) => Flags.string({ description, helpValue: "<moment>" })
