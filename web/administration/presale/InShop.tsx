import { useTexts } from "./texts.ts"

/** The code of an order, as a link to the page that shows it to the shop's staff if there is one. */
export const InShop = ({ code, link }: { readonly code: string; readonly link: string | null }) => {
  const say = useTexts()
  return link === null ? code : <a href={link} target="_blank" rel="noreferrer" title={say.toOrder}>{code}</a>
}
