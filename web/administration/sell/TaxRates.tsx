import { useMemo } from "react"
import { Link, useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { choice, type FieldsOf, optional, share, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { NewPage } from "../form/RecordPage.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { List } from "../list/List.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { ChangeRate } from "./ChangeRate.tsx"
import type { SellTexts } from "./english.ts"
import { RateHistory } from "./PriceHistory.tsx"
import { useTexts } from "./texts.ts"

type TaxRate = OfficeAnswer<"GET /tax-rates/:tax_rate_id">
type Body = OfficeBody<"POST /tax-rates">

/** The kinds of rates that the German tax office tells apart: each has its words. */
const typesOf = ({ taxTypes }: SellTexts) => Object.keys(taxTypes) as ReadonlyArray<keyof SellTexts["taxTypes"]>

const columnsOf = (say: SellTexts): ReadonlyArray<Column<TaxRate>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  { key: "rate", title: say.taxRate, kind: "share", of: ({ rate }) => rate },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  {
    key: "type",
    title: say.taxType,
    of: ({ tax_type }) => tax_type === null ? null : say.taxTypes[tax_type],
    isMinor: true
  }
]

/** All tax rates of a node. */
export const TaxRateList = () => {
  const say = useTexts()
  const may = useMay()
  const columns = useMemo(() => columnsOf(say), [say])
  const add = may("POST /tax-rates") && (
    <Link href="/sell/tax-rates/new" className="button" data-kind="primary">{say.newTaxRate}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.taxRates}
        of={useList("GET /tax-rates", { query: { node_id: useNodeId() } })}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/tax-rates/${id}`}
        empty={
          <>
            <p>{say.noTaxRates}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}

const useFields = (): FieldsOf<Body> => {
  const say = useTexts()
  return {
    name: text({ label: say.name, hint: say.taxRateNameHint }),
    rate: share({ label: say.taxRateInPercent, hint: say.taxRateHint }),
    description: text({ label: say.description, hint: say.taxRateDescriptionHint }),
    tax_type: optional(choice(
      { label: say.taxType, hint: say.taxTypeHint, none: say.taxTypeByRate },
      typesOf(say).map((value) => ({ value, name: say.taxTypes[value] }))
    ))
  }
}

/** A tax rate that is not there yet. */
export const NewTaxRate = () => {
  const say = useTexts()
  const node_id = useNodeId()
  return (
    <NewPage
      label={say.newTaxRate}
      fields={useFields()}
      initial={{ name: "", rate: 0.19, description: "", tax_type: null }}
      save={(body) => call("POST /tax-rates", { query: { node_id }, body })}
      submit={say.createTaxRate}
      doneAt={() => "/sell/tax-rates"}
    />
  )
}

/** One tax rate, to be changed or deleted. */
export const EditTaxRate = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const fields = useFields()
  const address = { params: { tax_rate_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const rate = useAnswer("GET /tax-rates/:tax_rate_id", address)
  const back = () => go("/sell/tax-rates")
  const isOwn = rate.data?.is_system === false && may("POST /tax-rates/:tax_rate_id")
  return (
    <Page
      title={rate.data?.name}
      actions={isOwn && (
        <>
          <ChangeRate of={rate.data} />
          <ConfirmButton
            label={say.remove}
            action={say.deleteThing(rate.data.name)}
            change={() => call("DELETE /tax-rates/:tax_rate_id", address)}
            onDone={back}
          >
            <p>{say.deleteTaxRateHint}</p>
          </ConfirmButton>
        </>
      )}
    >
      <Loaded of={rate}>
        {(stored) =>
          isOwn ?
            (
              <>
                <RecordForm
                  label={stored.name}
                  fields={fields}
                  initial={stored}
                  version={stored.version}
                  save={(body, options) => call("POST /tax-rates/:tax_rate_id", { ...address, body }, options)}
                  submit={say.saveTaxRate}
                  onDone={back}
                />
                <RateHistory of={stored.id} />
              </>
            ) :
            (
              <>
                {stored.is_system && <p className="muted">{say.systemRate}</p>}
                <section className="card">
                  <Facts of={stored} columns={columnsOf(say)} />
                </section>
              </>
            )}
      </Loaded>
    </Page>
  )
}
