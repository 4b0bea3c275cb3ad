import type { ReactNode } from "react"
import { ColoursChoice, LanguageChoice } from "../../kit/Preferences.tsx"

/** A screen before work can begin: a title, what is to be done, and the language and colours of the device. */
export const Plain = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <main className="plain stack">
    <h1>{title}</h1>
    {children}
    <footer className="preferences">
      <LanguageChoice />
      <ColoursChoice />
    </footer>
  </main>
)
