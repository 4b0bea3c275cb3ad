import fc from "fast-check"
import { expect, test } from "vitest"
import { type Field, keep, text } from "../../../../web/administration/form/Field.ts"
import {
  fieldsOfTopic,
  flat,
  nested,
  textLanguages,
  textPages,
  topicNames,
  topics
} from "../../../../web/administration/setup/topics.ts"

test("no setting belongs to two topics", () => {
  const all = Object.values(topics).flat()
  expect(new Set(all).size).toBe(all.length)
})

test("a form of one topic keeps all other settings", () => {
  const names = [...Object.values(topics).flat(), "translation_texts"]
  const fields = Object.fromEntries(names.map((name) => [name, text({ label: name })])) as Record<string, Field<string>>
  for (const topic of topicNames) {
    const form = fieldsOfTopic(fields, topic) as Record<string, unknown>
    expect(Object.keys(form).toSorted()).toEqual(names.toSorted())
    expect(Object.entries(form).filter(([, field]) => field !== keep).map(([name]) => name)).toEqual([...topics[topic]])
  }
})

const translations = fc.dictionary(
  fc.constantFrom(...textLanguages, "fr-FR"),
  fc.dictionary(fc.constantFrom(...textPages, "other"), fc.string({ minLength: 1 }).filter((one) => one.trim() !== "")),
  { maxKeys: 3 }
)

test("texts come back from the form as they were, with those that the form does not show", () =>
  fc.assert(fc.property(translations, (before) => {
    const after = nested(flat(before), before)
    for (const [language, pages] of Object.entries(before)) expect(after[language]).toEqual(pages)
    expect(flat(after)).toEqual(flat(before))
  })))

test("an emptied text leaves its page out", () => {
  const before = { "de-DE": { faq: "Fragen", agb: "AGB" } }
  expect(nested({ ...flat(before), "faq de-DE": " " }, before)["de-DE"]).toEqual({ agb: "AGB" })
})
