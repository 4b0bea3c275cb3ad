import { compact } from "@wristbank/core/base/Iban"
import { useAtomValue } from "jotai"
import { useState } from "react"
import { type Amount, zero } from "../kit/Amount.ts"
import { Button } from "../kit/Button.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { useFormats } from "../kit/EventFormats.ts"
import { CheckField, TextField } from "../kit/Field.tsx"
import { Form } from "../kit/Form.tsx"
import { grouped } from "../kit/IbanGroups.ts"
import { languageAtom } from "../kit/Language.ts"
import type { Refusal } from "../kit/Refusal.ts"
import { type BankEntries, bankMistakes, countriesText } from "./BankEntries.ts"
import type { PortalBody } from "./calls.ts"
import { DonationField } from "./DonationField.tsx"
import { useEvent, useText } from "./event.ts"
import type { Account } from "./Guest.tsx"
import { IbanField } from "./IbanField.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { arriving, possibleDonation } from "./Timeline.ts"

export type BankData = PortalBody<"POST /customer_info">

interface PayoutFormProps {
  readonly account: Account
  readonly busy: boolean
  readonly refusal: Refusal | undefined
  readonly onSubmit: (bank: BankData) => void
}

/** The bank account for the rest of the balance, and the part of it that the guest donates. */
export const PayoutForm = ({ account, busy, onSubmit, refusal }: PayoutFormProps) => {
  const say = useMessages()
  const { allowed_country_codes } = useEvent()
  const [entries, setEntries] = useState<BankEntries>(() => entriesOf(account))
  const [isChecked, setChecked] = useState(false)
  const [asks, setAsks] = useState(false)
  const change = (changed: Partial<BankEntries>) => setEntries((before) => ({ ...before, ...changed }))
  const found = bankMistakes(entries, account.balance, allowed_country_codes)
  const countries = useCountries(allowed_country_codes ?? [])
  const mistakes = useMistakeTexts(found, countries, account.balance)
  const { donation } = entries
  const send = () => {
    setAsks(false)
    onSubmit({
      iban: compact(entries.iban),
      account_name: entries.account_name.trim(),
      email: entries.email.trim(),
      donation: donation ?? zero
    })
  }
  return (
    <Form
      label={say.bankAccount}
      refusal={refusal}
      mistakes={isChecked ? mistakes : undefined}
      onSubmit={() => {
        setChecked(true)
        if (Object.keys(found).length === 0) setAsks(true)
      }}
    >
      <h2>{say.bankAccount}</h2>
      <IbanField
        value={entries.iban}
        countries={countries}
        allowed={allowed_country_codes}
        onChange={(iban) => change({ iban })}
      />
      <PersonFields entries={entries} onChange={change} />
      <DonationField balance={account.balance} donation={donation} onChange={(next) => change({ donation: next })} />
      <CheckField name="privacy" checked={entries.privacy} onChange={(privacy) => change({ privacy })}>
        <Privacy />
      </CheckField>
      <Button type="submit" kind="primary" busy={busy}>{say.saveBank}</Button>
      {asks && <Confirmation entries={entries} balance={account.balance} onYes={send} onNo={() => setAsks(false)} />}
    </Form>
  )
}

/** Who the bank account belongs to, and how the event reaches them. */
const PersonFields = ({ entries, onChange }: {
  readonly entries: BankEntries
  readonly onChange: (changed: Partial<BankEntries>) => void
}) => {
  const say = useMessages()
  return (
    <>
      <TextField
        name="account_name"
        label={say.accountName}
        hint={say.accountNameHint}
        autoComplete="name"
        value={entries.account_name}
        onChange={(account_name) => onChange({ account_name })}
      />
      <TextField
        name="email"
        type="email"
        label={say.email}
        hint={say.emailHint}
        autoComplete="email"
        value={entries.email}
        onChange={(email) => onChange({ email })}
      />
    </>
  )
}

/** Shows once more what will be stored. */
const Confirmation = ({ balance, entries: { donation, iban }, onNo, onYes }: {
  readonly balance: Amount
  readonly entries: BankEntries
  readonly onYes: () => void
  readonly onNo: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <Dialog title={say.saveBankTitle} onClose={onNo}>
      <p>{say.saveBankSum(money(arriving(balance, donation ?? zero)), grouped(iban))}</p>
      {donation !== undefined && donation > 0 && <p>{say.saveBankDonation(money(donation))}</p>}
      <p className="muted">{say.saveBankNote}</p>
      <div className="row">
        <Button kind="primary" onClick={onYes}>{say.saveBank}</Button>
        <Button onClick={onNo}>{say.cancel}</Button>
      </div>
    </Dialog>
  )
}

const useMistakeTexts = (
  found: ReturnType<typeof bankMistakes>,
  countries: string,
  balance: Amount
): Readonly<Record<string, string>> => {
  const say = useMessages()
  const { money } = useFormats()
  return Object.fromEntries(
    Object.entries(found).map(([field, mistake]) => [field, say.bankMistakes[mistake](countries, money(balance))])
  )
}

const entriesOf = ({ account_name, balance, donation, email, iban }: Account): BankEntries => ({
  iban: grouped(iban ?? ""),
  account_name: account_name ?? "",
  email: email ?? "",
  donation: possibleDonation(donation ?? zero, balance),
  privacy: false
})

/** The allowed countries by their names, any of which will do, in the reader's language. */
const useCountries = (codes: ReadonlyArray<string>): string => countriesText(codes, useAtomValue(languageAtom))

/** What the guest agrees to, with the event's own privacy notice. */
const Privacy = () => {
  const say = useMessages()
  const { data_privacy_url } = useEvent()
  const hasText = useText("privacypolicy") !== undefined
  return (
    <>
      {say.privacyAgree} {hasText
        ? <PageLink to="/privacypolicy">{say.privacyNotice}</PageLink>
        : data_privacy_url !== "" &&
          <a href={data_privacy_url} target="_blank" rel="noreferrer">{say.privacyNotice}</a>}
    </>
  )
}
