/** Words as the search compares them: without case, endings and marks. */

/** Words that say nothing about what is looked for. */
const fillers = new Set(
  ("a an and are as at be by can cannot do does don't for from get has have how i if in is it its me my need not of on or our should so that the " +
    "their them there they this to use using want was we what when where which who why will with without you your")
    .split(" ")
)

const isNumber = (word: string) => /^[\d.,:]+$/.test(word)

const endings: ReadonlyArray<readonly [ending: RegExp, to: string]> = [
  [/['’]s?$/, ""],
  [/(ss|sh|ch|x|z)es$/, "$1"],
  [/ies$/, "y"],
  [/([^us])s$/, "$1"],
  [/ification$/, "ify"],
  [/([aeiouy].*)(?:ations?|ing|ment|ed|er)$/, "$1"],
  [/(.{2})e$/, "$1"],
  [/(.{2})y$/, "$1i"],
  [/([^aeiou])\1$/, "$1"]
]

/** A word without its English ending: `updating`, `updated` and `updates` are one word. Names with marks in them stay as they are. */
export const stemOf = (word: string): string => {
  if (word.length < 4 || !/^[\p{L}'’]+$/u.test(word)) return word
  return endings.reduce((stem, [ending, to]) => {
    const shorter = stem.replace(ending, to)
    return shorter.length < 3 ? stem : shorter
  }, word)
}

/** A word of a text: where it is, and what it is found by: itself and, of a name such as `order.tags_used` or `NotEnoughFunds`, its parts. */
export interface Word {
  readonly start: number
  readonly length: number
  readonly whole: string
  readonly parts: ReadonlyArray<string>
}

const partsOf = (name: string): ReadonlyArray<string> =>
  name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}'’]+/u)

const says = (word: string) => word !== "" && !fillers.has(word) && !isNumber(word)

const names = /[\p{L}\p{N}]+(?:['’._:/-][\p{L}\p{N}]+)*/gu

/** Verbs of two words are one word here, however they are written: sign in, signing in, sign-in. */
const verbs = /\b(sign|log|top|pay|set|close)(?:s|ed|ing|ping|ting|d)?[ -](in|up|out)(?:s|ting)?\b/giu

/** As long as before, so that words stay where they are. */
const joined = (text: string) =>
  text.replaceAll(verbs, (verb, first: string, second: string) => `${first}${second}`.padEnd(verb.length))

/** The words of a text that say something. What is in braces stands for a value, which differs each time. */
export const wordsOf = (text: string): ReadonlyArray<Word> =>
  Array.from(joined(text).replaceAll(/\{[^}]*\}/g, (braces) => " ".repeat(braces.length)).matchAll(names)).flatMap(
    ({ 0: name, index }) => {
      const whole = stemOf(name.toLowerCase())
      const parts = partsOf(name).filter(says).map(stemOf)
      if (parts.length === 0) return []
      return [{ start: index, length: name.length, whole: parts.length > 1 ? whole : parts[0]!, parts }]
    }
  )

/**
 * What people type, and what the pages call it. Each is looked for as well as what was typed; none is about a word that the pages use in
 * the same sense.
 */
const meanings: ReadonlyArray<readonly [typed: string, meaning: string]> = [
  ["2fa", "second factor"],
  ["accountant", "tax export"],
  ["age check", "too young"],
  ["alternative", "comparison"],
  ["api key", "token"],
  ["architecture", "map of the code"],
  ["authenticator", "second factor"],
  ["band", "wristband"],
  ["bar code", "QR code"],
  ["bracelet", "wristband"],
  ["card reader", "SumUp terminal"],
  ["cash register", "till"],
  ["chargeback", "card payment dispute"],
  ["cluster", "two servers"],
  ["competitor", "comparison"],
  ["crash", "backup restore"],
  ["compare", "comparison"],
  ["datev", "export tax office"],
  ["discount", "price list"],
  ["docker", "container"],
  ["failover", "two servers standby"],
  ["fiscal", "signing device"],
  ["firewall", "network proxy"],
  ["forgot password", "user password"],
  ["forgotten password", "user password"],
  ["gdpr", "personal data"],
  ["fast", "performance"],
  ["getting started", "start"],
  ["hardware requirements", "which machine"],
  ["high availability", "two servers"],
  ["https", "TLS"],
  ["iban rejected", "payout bank answer"],
  ["invoice", "receipt"],
  ["kassensichv", "signing device"],
  ["letsencrypt", "TLS proxy"],
  ["log in", "sign in"],
  ["login", "sign in"],
  ["lost wristband", "block wristband"],
  ["mfa", "second factor"],
  ["money back", "payout"],
  ["nfc", "chip"],
  ["offline", "network"],
  ["otp", "second factor"],
  ["permission", "privilege"],
  ["pfand", "deposit"],
  ["podman", "container"],
  ["pos", "till"],
  ["printer", "receipt print"],
  ["privacy", "personal data"],
  ["quick start", "start"],
  ["quickstart", "start"],
  ["rate limit", "flood of calls"],
  ["refund", "payout"],
  ["requirements", "which machine"],
  ["rfid", "chip"],
  ["ssl", "TLS"],
  ["till roll", "receipt"],
  ["top up online", "guest portal top up"],
  ["tag", "wristband"],
  ["totp", "second factor"],
  ["tse", "signing device"],
  ["upgrade", "update"],
  ["update", "upgrade"],
  ["vat", "tax"],
  ["voucher code", "voucher"],
  ["wallet", "balance"],
  ["yaml", "file"]
]

const meaningStems = meanings.map(([typed, meaning]) => ({
  typed: wordsOf(typed).flatMap(({ parts }) => parts),
  meaning: wordsOf(meaning).flatMap(({ parts }) => parts)
}))

/** A list of words with a run of them replaced, if it has that run. */
const replaced = (words: ReadonlyArray<string>, run: ReadonlyArray<string>, by: ReadonlyArray<string>) => {
  const at = words.findIndex((_, start) => run.every((word, offset) => words[start + offset] === word))
  return at < 0 ? undefined : [...words.slice(0, at), ...by, ...words.slice(at + run.length)]
}

/** The same question in the words of the pages: one more list for each run of words that they have another name for. */
export const paraphrasesOf = (words: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  meaningStems.flatMap(({ meaning, typed }) => {
    const other = replaced(words, typed, meaning)
    return other === undefined ? [] : [other]
  })
