import { useTexts as useFiscalTexts } from "../fiscal/texts.ts"
import { useTexts as usePresaleTexts } from "../presale/texts.ts"
import { useTexts as useSetupTexts } from "../setup/texts.ts"
import { topicNames, topics } from "../setup/topics.ts"
import { useTexts } from "./texts.ts"

const topicOf = (field: string) => topicNames.find((topic) => topics[topic].some((name) => name === field))

/** The names of settings with their topics, as two topics have a password. */
const useSettingsNames = (): (field: string) => string | undefined => {
  const say = useTexts()
  const setup = useSetupTexts()
  const shop = usePresaleTexts()
  const names: Readonly<Record<string, string>> = setup.settings
  const shopNames: Readonly<Record<string, string>> = {
    pretix_presale_enabled: shop.enabled,
    pretix_shop_url: shop.url,
    pretix_organizer: shop.organizer,
    pretix_event: shop.event,
    pretix_api_key: shop.key,
    pretix_ticket_ids: shop.tickets,
    pretix_topup_ids: shop.credits,
    pretix_subevent_ids: shop.dates,
    pretix_check_in_list_id: shop.list
  }
  return (field) => {
    const topic = topicOf(field)
    if (topic !== undefined) return `${setup.topics[topic]} · ${names[field]}`
    return shopNames[field] === undefined ? undefined : `${say.presale} · ${shopNames[field]}`
  }
}

const useFiscalNames = (): Readonly<Record<string, string>> => {
  const say = useFiscalTexts()
  return {
    street: say.street,
    zip: say.zip,
    city: say.city,
    country: say.country,
    tax_number: say.taxNumber,
    signing: say.signing,
    outage_limit: say.outageLimit,
    cash_movements: say.cashMovements,
    tag_payments: say.tagPayments,
    payment_types: say.paymentTypes
  }
}

const useDesignNames = (): Readonly<Record<string, string>> => {
  const say = useTexts()
  return { bon_logo: say.logo, site_map: say.siteMap }
}

/** Says what a field of the file is called on the screens, where it has a name there. */
export const useFieldName = () => {
  const settings = useSettingsNames()
  const versions = { versions: useTexts().planned }
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    fiscal_settings: useFiscalNames(),
    event_design: useDesignNames(),
    products: versions,
    tickets: versions,
    tax_rates: versions
  }
  return (section: string, field: string): string =>
    (section === "settings" ? settings(field) : names[section]?.[field]) ?? field
}
