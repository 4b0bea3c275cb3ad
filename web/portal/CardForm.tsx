import { useAtomValue } from "jotai"
import { useEffect, useEffectEvent, useState } from "react"
import { languageAtom, localeOf } from "../kit/Language.ts"
import { Placeholder } from "../kit/Loaded.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useMessages } from "./messages/messages.ts"

/** The provider's published script; its form takes the card, so card numbers never reach this server. */
const script = "https://gateway.sumup.com/gateway/ecom/card/v2/sdk.js"

interface SumUpCard {
  readonly mount: (options: {
    readonly id: string
    readonly checkoutId: string
    readonly locale: string
    readonly onResponse: (type: string) => void
  }) => { readonly unmount: () => void }
}

let loading: Promise<SumUpCard> | undefined

const loadForm = (): Promise<SumUpCard> =>
  loading ??= new Promise<SumUpCard>((resolve, reject) => {
    const element = document.createElement("script")
    element.src = script
    element.addEventListener("load", () => {
      const { SumUpCard: form } = globalThis as { readonly SumUpCard?: SumUpCard }
      if (form === undefined) reject(new Error("no form"))
      else resolve(form)
    })
    element.addEventListener("error", () => reject(new Error("not loaded")))
    document.head.append(element)
  }).catch((error: unknown) => {
    // The next attempt loads it anew.
    loading = undefined
    throw error
  })

/** The card provider's form for one checkout. `onResponse`: the provider has tried to take the money. */
export const CardForm = (
  { checkoutId, onResponse }: { readonly checkoutId: string; readonly onResponse: () => void }
) => {
  const say = useMessages()
  const locale = localeOf(useAtomValue(languageAtom))
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading")
  const respond = useEffectEvent(onResponse)
  useEffect(() => {
    let form: { readonly unmount: () => void } | undefined
    let isLeft = false
    loadForm().then((sumUp) => {
      if (isLeft) return
      form = sumUp.mount({ id: "card-form", checkoutId, locale, onResponse: () => respond() })
      setState("shown")
    }).catch(() => setState("failed"))
    return () => {
      isLeft = true
      form?.unmount()
    }
  }, [checkoutId, locale])
  return (
    <>
      {state === "loading" && <Placeholder lines={6} />}
      {state === "failed" && (
        <Notice kind="stopped">
          <p>{say.cardFormMissing}</p>
        </Notice>
      )}
      <div id="card-form" />
    </>
  )
}
