import { Markdown } from "../kit/Markdown.tsx"
import { type TextPage as Page, useText } from "./event.ts"
import { useMessages } from "./messages/messages.ts"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { PageTitle } from "./PageTitle.tsx"

/** A text of the organisers. */
export const TextPage = ({ page }: { readonly page: Page }) => {
  const say = useMessages()
  const text = useText(page)
  if (text === undefined) return <NotFoundPage />
  return (
    <>
      <PageTitle>{say.textPages[page]}</PageTitle>
      <Markdown text={text} />
    </>
  )
}
