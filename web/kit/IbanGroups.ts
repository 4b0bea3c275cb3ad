import { compact } from "@wristbank/core/base/Iban"

/** An IBAN in groups of four, as banks print it. */
export const grouped = (typed: string): string => compact(typed).replaceAll(/(.{4})(?=.)/g, "$1 ")
