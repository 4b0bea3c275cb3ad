import { useAtom } from "jotai"
import { useId } from "react"
import { coloursAtom, type ColourScheme, colourSchemes } from "./Colours.ts"
import { languageAtom, languageNames, languages } from "./Language.ts"
import { useKitMessages } from "./Messages.ts"

/** Choice of the language; the page changes at once. */
export const LanguageChoice = () => {
  const say = useKitMessages()
  const [language, choose] = useAtom(languageAtom)
  return (
    <Choice
      label={say.language}
      value={language}
      options={languages.map((one) => [one, languageNames[one]])}
      onChange={choose}
    />
  )
}

/** Choice of light, dark or high-contrast colours. */
export const ColoursChoice = () => {
  const say = useKitMessages()
  const [colours, choose] = useAtom(coloursAtom)
  const names: Readonly<Record<ColourScheme, string>> = {
    system: say.coloursSystem,
    light: say.coloursLight,
    dark: say.coloursDark,
    contrast: say.coloursContrast
  }
  return (
    <Choice
      label={say.colours}
      value={colours}
      options={colourSchemes.map((one) => [one, names[one]])}
      onChange={choose}
    />
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: ReadonlyArray<readonly [value: T, name: string]>
  readonly onChange: (value: T) => void
}

/** One of a few values. */
export const Choice = <T extends string>({ label, onChange, options, value }: ChoiceProps<T>) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
      </select>
    </div>
  )
}
