import { useState } from "react"
import type { Answer } from "../../kit/Call.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import type { SettingsBody } from "../setup/useSettingsFields.ts"
import { useMay, useNodeId } from "../tree.ts"
import type { Offer } from "./Offer.ts"

type ShopSettings = Pick<
  SettingsBody,
  "pretix_api_key" | "pretix_event" | "pretix_organizer" | "pretix_shop_url"
>

const products = "POST /tree/events/:node_id/fetch-pretix-products"
const checkInLists = "POST /tree/events/:node_id/fetch-pretix-check-in-lists"

/** The call's body; the stored key is used when the form has the marker for it. */
const entryOf = (settings: ShopSettings) => ({
  url: settings.pretix_shop_url ?? "",
  organizer: settings.pretix_organizer ?? "",
  event: settings.pretix_event ?? "",
  apiKey: settings.pretix_api_key ?? ""
})

const isWhole = (entry: ReturnType<typeof entryOf>) => Object.values(entry).every((text) => text !== "")

/** What the shop offers: that of the stored settings at first, then that of a form whose settings are not saved yet. */
export const useOffer = (stored: ShopSettings) => {
  const params = { node_id: useNodeId() }
  const [typed, setTyped] = useState<Offer>()
  const body = entryOf(stored)
  const when = useMay()(products) && isWhole(body)
  const storedProducts = useAnswer(products, { params, body }, { when })
  const storedLists = useAnswer(checkInLists, { params, body }, { when })
  const { busy, refusal, submit } = useSubmit(
    async (settings: ShopSettings): Promise<Answer<Offer>> => {
      const input = { params, body: entryOf(settings) }
      const [found, lists] = await Promise.all([call(products, input), call(checkInLists, input)])
      return !found.ok
        ? found
        : !lists.ok
        ? lists
        : { ok: true, answer: { products: found.answer, lists: lists.answer } }
    },
    setTyped
  )
  const offer: Partial<Offer> = typed ?? {
    ...(storedProducts.data && { products: storedProducts.data }),
    ...(storedLists.data && { lists: storedLists.data })
  }
  return {
    offer,
    ask: submit,
    busy,
    refusal: refusal ?? (typed === undefined ? storedProducts.refusal ?? storedLists.refusal : undefined),
    forget: () => setTyped(undefined)
  }
}
