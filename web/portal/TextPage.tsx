import { micromark } from "micromark"
import { type TextPage as Page, useText } from "./event.ts"
import { useMessages } from "./messages/messages.ts"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { PageTitle } from "./PageTitle.tsx"
import "./receipt.css"

/**
 * A text of the organisers, written as Markdown. HTML in it stays text and unsafe links lead nowhere, which micromark does unless
 * told otherwise; pictures are left out, as they would tell their host who reads the page.
 */
export const TextPage = ({ page }: { readonly page: Page }) => {
  const say = useMessages()
  const text = useText(page)
  if (text === undefined) return <NotFoundPage />
  return (
    <>
      <PageTitle>{say.textPages[page]}</PageTitle>
      <article className="prose" dangerouslySetInnerHTML={{ __html: htmlOf(text) }} />
    </>
  )
}

const htmlOf = (markdown: string): string =>
  micromark(markdown, { extensions: [{ disable: { null: ["labelStartImage"] } }] })
