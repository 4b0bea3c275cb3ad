/** The languages of refusals and receipts. */
export const languages = ["en", "de"] as const
export type Language = typeof languages[number]

/** A browser prefers fewer languages than this; what comes after them is not read. */
const mostRanges = 20

const range = /^(\*|[a-z]{1,8})(?:-[a-z0-9-]{1,64})?(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/**
 * The language that the header Accept-Language prefers (RFC 9110, 12.5.4), or another where it names none of ours. Of equal
 * weights the first counts; `*` is any language that is not named, and a range that is malformed counts for nothing.
 */
export const preferredLanguage = (accepted: string | undefined, otherwise: Language): Language => {
  if (accepted === undefined) return otherwise
  const weights = new Map<string, number>()
  for (const text of accepted.toLowerCase().split(",", mostRanges)) {
    const [, tag, weight = "1"] = range.exec(text.replaceAll(/[ \t]/g, "")) ?? []
    if (tag !== undefined) weights.set(tag, Math.max(weights.get(tag) ?? 0, Number(weight)))
  }
  const ours = languages.flatMap((language) => {
    const weight = weights.get(language)
    return weight === undefined ? [] : [{ language, weight }]
  })
  const named = [...weights.keys()]
  const [best] = ours.toSorted((a, b) => b.weight - a.weight || named.indexOf(a.language) - named.indexOf(b.language))
  const others = best?.language === otherwise || weights.has(otherwise) ? 0 : weights.get("*") ?? 0
  return best === undefined || !(best.weight > others) ? otherwise : best.language
}
