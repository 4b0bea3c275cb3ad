import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Refused } from "../../kit/Refused.tsx"
import { call } from "../calls.ts"
import { counts, type FieldsOf, flag, optional, reference, references, secret, setOf, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import type { FormProps } from "../setup/TopicForm.tsx"
import { fieldsOfTopic } from "../setup/topics.ts"
import { type SettingsBody, useSettingsFields } from "../setup/useSettingsFields.ts"
import { useNodeId } from "../tree.ts"
import { choosable, nameIn, type Offer } from "./Offer.ts"
import { useTexts } from "./texts.ts"
import { useOffer } from "./useOffer.ts"

type PresaleBody = Pick<SettingsBody, Extract<keyof SettingsBody, `pretix_${string}`>>

const useShopFields = ({ lists, products }: Partial<Offer>, stored: FormProps["stored"]): FieldsOf<PresaleBody> => {
  const say = useTexts()
  const { moment, money } = useFormats()
  const nameOf = (of: unknown) => of === undefined ? say.number : say.unknown
  const offered = products?.map(({ default_price, id, name }) => ({
    id,
    name: `${nameIn(name, say.language)}, ${money(default_price)} (${say.number(id)})`
  }))
  const dated = lists?.map(({ date, id, name, subevent }) => ({
    id,
    name: date !== null
      ? say.listOfDate(name, `${nameIn(date.name, say.language)}, ${moment(date.date_from)} (${say.number(date.id)})`)
      : subevent === null || subevent === undefined
      ? name
      : say.listOfDate(name, say.number(subevent))
  }))
  const chosenList = stored.pretix_check_in_list_id
  return {
    pretix_shop_url: optional(text({ label: say.url, hint: say.urlHint })),
    pretix_organizer: optional(text({ label: say.organizer, hint: say.organizerHint })),
    pretix_event: optional(text({ label: say.event })),
    pretix_api_key: optional(secret({ label: say.key, hint: say.keyHint })),
    pretix_ticket_ids: setOf(
      references({ label: say.tickets }, choosable(offered, stored.pretix_ticket_ids, nameOf(offered)))
    ),
    pretix_topup_ids: setOf(
      references(
        { label: say.credits, hint: say.creditsHint },
        choosable(offered, stored.pretix_topup_ids, nameOf(offered))
      )
    ),
    pretix_subevent_ids: setOf(counts({ label: say.dates, hint: say.datesHint })),
    pretix_check_in_list_id: optional(
      reference(
        { label: say.list, hint: say.listHint, none: say.anyList },
        choosable(dated, chosenList === null ? [] : [chosenList], nameOf(lists))
      )
    ),
    pretix_presale_enabled: flag({ label: say.enabled, hint: say.enabledHint })
  }
}

/** The ticket shop of an event: its address, and which of its products mean what. */
export const ShopForm = ({ onDone, stored }: FormProps) => {
  const say = useTexts()
  const { count } = useFormats()
  const params = { node_id: useNodeId() }
  const { ask, busy, forget, offer, refusal } = useOffer(stored)
  const fields = useShopFields(offer, stored)
  const others = fieldsOfTopic(useSettingsFields(), "texts")
  return (
    <RecordForm<SettingsBody, unknown>
      name="presale"
      label={say.shopForm}
      // In the order in which they are filled in.
      fields={{ ...fields, ...others, ...fields }}
      initial={stored}
      version={stored.version}
      save={(body, options) => call("POST /tree/events/:node_id/event-settings", { params, body }, options)}
      submit={say.save}
      onDone={() => {
        forget()
        onDone()
      }}
    >
      {(body) => (
        <>
          {refusal !== undefined && <Refused refusal={refusal} />}
          <div className="row">
            <Button busy={busy} onClick={() => void ask(body)}>{say.askShop}</Button>
            {offer.products !== undefined && offer.lists !== undefined && (
              <span className="muted" role="status">
                {say.asked(count(offer.products.length), count(offer.lists.length))}
              </span>
            )}
          </div>
        </>
      )}
    </RecordForm>
  )
}
