import { micromark } from "micromark"
import "./markdown.css"

/**
 * A text written as Markdown. HTML in it stays text and unsafe links lead nowhere, which micromark does by default;
 * pictures are left out, as they would show their host who reads the page.
 */
export const Markdown = ({ text }: { readonly text: string }) => (
  <article className="prose" dangerouslySetInnerHTML={{ __html: htmlOf(text) }} />
)

const htmlOf = (text: string): string => micromark(text, { extensions: [{ disable: { null: ["labelStartImage"] } }] })
