import { parse } from "@wristbank/core/base/Iban"
import { useAtomValue } from "jotai"
import { useLayoutEffect, useRef } from "react"
import { TextField } from "../kit/Field.tsx"
import { grouped } from "../kit/IbanGroups.ts"
import { languageAtom } from "../kit/Language.ts"
import { countryOf, cursorAfter, isUnfinished } from "./Iban.ts"
import { useMessages } from "./messages/messages.ts"

interface IbanFieldProps {
  readonly value: string
  /** The names of the allowed countries. */
  readonly countries: string
  readonly allowed: ReadonlyArray<string> | null
  readonly onChange: (iban: string) => void
}

/** An IBAN, grouped while it is typed; says at once in which country the bank is and whether the number can be right. */
export const IbanField = ({ allowed, countries, onChange, value }: IbanFieldProps) => {
  const say = useMessages()
  const cursor = useRef<{ readonly input: HTMLInputElement; readonly at: number }>(undefined)
  useLayoutEffect(() => {
    cursor.current?.input.setSelectionRange(cursor.current.at, cursor.current.at)
    cursor.current = undefined
  })
  const country = countryOf(value)
  const name = useCountryName(country)
  const hint = country === undefined
    ? say.ibanHint(countries)
    : allowed !== null && !allowed.includes(country)
    ? say.ibanCountryRefused(name, countries)
    : isUnfinished(value)
    ? say.ibanCountry(name)
    : parse(value) !== undefined
    ? say.ibanValid(name)
    : say.ibanInvalid(name)
  return (
    <TextField
      name="iban"
      label={say.iban}
      hint={<span role="status">{hint}</span>}
      className="iban"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      inputMode="text"
      maxLength={120}
      value={value}
      onInput={({ currentTarget: input }) => {
        cursor.current = { input, at: cursorAfter(input.value, input.selectionStart ?? input.value.length) }
      }}
      onChange={(typed) => onChange(grouped(typed))}
    />
  )
}

const useCountryName = (country: string | undefined): string => {
  const names = new Intl.DisplayNames(useAtomValue(languageAtom), { type: "region" })
  return country === undefined ? "" : names.of(country) ?? country
}
