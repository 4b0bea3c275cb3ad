import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { Upload } from "./Upload.tsx"

/** A new event as a file describes it. */
export const NewFromFile = () => {
  const say = useTexts()
  return (
    <Page>
      <section className="card stack">
        <p>{say.newHint}</p>
        <Upload node={useNodeId()} isNew />
      </section>
    </Page>
  )
}
