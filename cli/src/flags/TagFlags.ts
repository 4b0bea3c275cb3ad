import { Flags } from "@oclif/core"

/** The files that list wristbands. */
export const tagFileFlags = {
  output: Flags.string({
    description: "CSV file to write, with PINs and kinds; - for standard output",
    helpValue: "<file>"
  }),
  cards: Flags.string({
    description: "PDF to write, with a card to cut out for each: PIN and QR code; further files get -2, -3 …",
    helpValue: "<file>"
  }),
  force: Flags.boolean({ description: "replace existing files" })
}

/** Kinds of wristbands by name. */
export const variantFlag = (description: string) => ({
  variant: Flags.string({ description: `${description}; may be repeated`, multiple: true, helpValue: "<name>" })
})
