import { dictionary } from "@zxcvbn-ts/language-common"

/**
 * The 49,000 common passwords of zxcvbn-ts, in lower case. They are half a megabyte of text, so this file is imported
 * only when a password is chosen, and never by code for browsers.
 */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"])
