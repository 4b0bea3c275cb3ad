import { dictionary } from "@zxcvbn-ts/language-common"

/**
 * The 49,000 common passwords of zxcvbn-ts, in lower case. They are half a megabyte of text, so this file is imported when
 * somebody chooses a password, not before, and by nothing that browsers load.
 */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"])
