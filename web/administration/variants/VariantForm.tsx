import { Link, useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList, usePages } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { count, type FieldsOf, keep, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { NewPage } from "../form/RecordPage.tsx"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { useMessages } from "../messages/messages.ts"
import { Uses } from "../sell/Uses.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { variantColumns } from "./VariantList.tsx"
import { isStandard, useVariantName, type Variant } from "./variants.ts"

type Body = OfficeBody<"POST /user-tag-variants">

const useVariantFields = (): FieldsOf<Body> => {
  const say = useTexts()
  return {
    variant_name: text({ label: say.name, hint: say.nameHint }),
    description: text({ label: say.description, hint: say.descriptionHint }),
    priority: count({ label: say.priority, hint: say.priorityHint })
  }
}

/** A kind of wristband that is not there yet. */
export const NewVariant = () => {
  const say = useTexts()
  const node_id = useNodeId()
  return (
    <NewPage
      label={say.newKind}
      fields={useVariantFields()}
      initial={{ variant_name: "", description: "", priority: 3 }}
      save={(body) => call("POST /user-tag-variants", { query: { node_id }, body })}
      submit={say.createKind}
      doneAt={() => "/guests/wristbands/kinds"}
    />
  )
}

/** What has the kind: wristbands, products that are not sold to it, tickets for it. */
const useUses = (id: number) => {
  const node_id = useNodeId()
  const ofIt = ({ user_tag_variant_ids }: { readonly user_tag_variant_ids: ReadonlyArray<number> }) =>
    user_tag_variant_ids.includes(id)
  return {
    wristbands: usePages("GET /user-tags", { query: { node_id, variant: id } }, { counts: true }).total,
    products: useList("GET /products", { query: { node_id } }).data?.filter(ofIt),
    tickets: useList("GET /tickets", { query: { node_id } }).data?.filter(ofIt)
  }
}

/** One kind of wristband, and what has it. */
export const VariantPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const nameOf = useVariantName()
  const user_tag_variant_id = useIdInAddress()
  const address = { params: { user_tag_variant_id }, query: { node_id: useNodeId() } }
  const variant = useAnswer("GET /user-tag-variants/:user_tag_variant_id", address)
  const mayChange = may("POST /user-tag-variants/:user_tag_variant_id")
  return (
    <Page
      title={variant.data && nameOf(variant.data.variant_name)}
      actions={variant.data !== undefined && mayChange && !isStandard(variant.data) && <Delete of={variant.data} />}
    >
      <Loaded of={variant}>
        {(stored) => (
          <>
            {mayChange ? <VariantForm of={stored} /> : (
              <section className="card">
                <Facts of={stored} columns={variantColumns(say, nameOf)} />
              </section>
            )}
            <Users of={stored} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const VariantForm = ({ of: stored }: { readonly of: Variant }) => {
  const say = useTexts()
  const fields = useVariantFields()
  const [, go] = useLocation()
  const nameOf = useVariantName()
  const address = { params: { user_tag_variant_id: stored.id }, query: { node_id: useNodeId() } }
  return (
    <>
      {isStandard(stored) && (
        <Notice>
          <p>{say.standardName}</p>
        </Notice>
      )}
      <RecordForm
        label={nameOf(stored.variant_name)}
        fields={isStandard(stored) ? { ...fields, variant_name: keep } : fields}
        initial={stored}
        version={stored.version}
        save={(body, options) => call("POST /user-tag-variants/:user_tag_variant_id", { ...address, body }, options)}
        submit={say.saveKind}
        onDone={() => go("/guests/wristbands/kinds")}
      />
    </>
  )
}

const Users = ({ of: { id } }: { readonly of: Variant }) => {
  const say = useTexts()
  const { count: counted } = useFormats()
  const { products, tickets, wristbands } = useUses(id)
  return (
    <>
      {wristbands !== undefined && (
        <section className="card stack-close">
          <h2>{say.usedBy}</h2>
          <p>
            <Link href={`/guests/wristbands?kind=${id}`}>{say.wristbands(counted(wristbands))}</Link>
          </p>
        </section>
      )}
      {products !== undefined && (
        <Uses
          title={say.notSold}
          none={say.noProducts}
          at="sell/products"
          things={products}
        />
      )}
      {tickets !== undefined && <Uses title={say.tickets} none={say.noTickets} at="sell/tickets" things={tickets} />}
    </>
  )
}

const Delete = ({ of: { id, variant_name } }: { readonly of: Variant }) => {
  const say = { ...useMessages(), ...useTexts() }
  const [, go] = useLocation()
  const { products = [], tickets = [], wristbands = 0 } = useUses(id)
  const address = { params: { user_tag_variant_id: id }, query: { node_id: useNodeId() } }
  if (wristbands + products.length + tickets.length > 0) return <Button disabled title={say.inUse}>{say.remove}</Button>
  return (
    <ConfirmButton
      label={say.remove}
      action={say.deleteKind(variant_name)}
      change={() => call("DELETE /user-tag-variants/:user_tag_variant_id", address)}
      onDone={() => go("/guests/wristbands/kinds")}
    >
      <p>{say.deleteHint}</p>
    </ConfirmButton>
  )
}
