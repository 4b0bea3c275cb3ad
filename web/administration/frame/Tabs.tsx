import { Link } from "wouter"
import { useAddressValue, useAddressWith } from "../address.ts"

interface TabsProps {
  /** What is chosen, for screen readers. */
  readonly label: string
  /** The parameter of the address that holds the chosen part. */
  readonly name: string
  /** The first is shown when the address names none. */
  readonly tabs: ReadonlyArray<{ readonly value: string; readonly name: string }>
}

/** The parts of a screen, as links: each has an address of its own. */
export const Tabs = ({ label, name, tabs }: TabsProps) => {
  const [chosen] = useAddressValue(name)
  const addressWith = useAddressWith(name)
  const current = tabs.find(({ value }) => value === chosen) ?? tabs[0]
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.value} href={addressWith(tab.value)} aria-current={tab === current ? "page" : undefined}>
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}
