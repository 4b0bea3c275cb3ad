import { useState } from "react"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { choice, count, type FieldsOf, flag, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNode, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /tree/events/:node_id/fiscal-settings">

const useSettingFields = (): FieldsOf<Body> => {
  const say = useTexts()
  return {
    street: text({ label: say.street, autoComplete: "off" }),
    zip: text({ label: say.zip }),
    city: text({ label: say.city }),
    country: text({ label: say.country, hint: say.countryHint }),
    tax_number: text({ label: say.taxNumber, hint: say.taxNumberHint }),
    signing: flag({ label: say.signing, hint: say.signingHint }),
    outage_limit: count({ label: say.outageLimit, hint: say.outageLimitHint }),
    cash_movements: choice({ label: say.cashMovements, hint: say.cashMovementsHint }, [
      { value: "slot_five", name: say.slotFive },
      { value: "payment_only", name: say.paymentOnly }
    ]),
    tag_payments: choice({ label: say.tagPayments, hint: say.adviser }, [
      { value: "redemption", name: say.redemption },
      { value: "revenue", name: say.revenue }
    ]),
    payment_types: choice({ label: say.paymentTypes }, [
      { value: "detailed", name: say.detailed },
      { value: "plain", name: say.plain }
    ])
  }
}

/** The fiscal settings of the event that the node belongs to. */
export const Settings = () => {
  const say = useTexts()
  const fields = useSettingFields()
  const here = useNodeId()
  const node_id = useNode()?.event_node_id ?? here
  const [isSaved, setSaved] = useState(false)
  const settings = useAnswer("GET /tree/events/:node_id/fiscal-settings", { params: { node_id } })
  return (
    <Page>
      {isSaved && (
        <Notice kind="good">
          <p>{say.saved}</p>
        </Notice>
      )}
      <Loaded of={settings} lines={10}>
        {(stored) => (
          <RecordForm
            label={say.settings}
            fields={fields}
            initial={stored}
            version={stored.version}
            save={(body, options) =>
              call("POST /tree/events/:node_id/fiscal-settings", { params: { node_id }, body }, options)}
            submit={say.saveSettings}
            onDone={() => setSaved(true)}
          />
        )}
      </Loaded>
    </Page>
  )
}
