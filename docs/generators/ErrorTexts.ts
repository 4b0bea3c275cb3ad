/** The messages of errors, as their classes write them: found in the sources, because a message is made when an error is. */
import { shown } from "./rules.ts"

/** A message in both languages, with the names of its values in braces. */
export interface ErrorText {
  readonly en: string
  readonly de: string
}

const texts = /text\(\{\s*en:\s*"((?:[^"\\]|\\.)*)",\s*de:\s*"((?:[^"\\]|\\.)*)"\s*\}\)/g

const unquoted = (literal: string): string => shown(JSON.parse(`"${literal}"`))

const textsIn = (source: string): ReadonlyArray<ErrorText> =>
  Array.from(source.matchAll(texts), ([, en, de]) => ({ en: unquoted(en!), de: unquoted(de!) }))

/** The source of each constant of a file, and of each text in a constant that has several: `texts.funds`. */
const constantsIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(source.matchAll(/^(?:export )?const (\w+)(?::[^=]+)? = (.*(?:\n(?:[ )}\]].*|$))*)/gm))
      .flatMap(([, name, value]): ReadonlyArray<readonly [string, string]> => [
        [name!, value!],
        ...Array.from(value!.matchAll(/^ {2}(\w+): (text\(.*(?:\n {4}.*)*(?:\n {2}\}\))?)/gm), ([, key, one]) =>
          [`${name}.${key}`, one!] as const)
      ])
  )

/** What an error says, given the file with its class: each message it can have; none if its rules have texts of their own. */
export const textsOfError = (id: string, source: string): ReadonlyArray<ErrorText> => {
  const body = source.slice(source.indexOf(`"${id}"`)).split(/^\}/m)[0]!
  const message = /messageIn\(language[^]*/.exec(body)?.[0] ?? ""
  const constants = constantsIn(source)
  const used = new Set(Array.from(message.matchAll(/(?<![.\w])\w+(?:\.\w+)?/g), ([name]) => name))
  // Parts of a message begin with a small letter.
  return [...used].flatMap((name) => textsIn(constants.get(name) ?? "")).filter(({ en }) => /^[A-Z{]/.test(en))
}
