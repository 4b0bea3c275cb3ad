import { getDefaultStore } from "jotai"
import { startApplication } from "../kit/application.tsx"
import { Administration } from "./Administration.tsx"
import "./administration.css"
import { answers } from "./answers.ts"
import { currentSession } from "./calls.ts"
import { forgetDrafts, guardUnsaved } from "./form/drafts.ts"
import type { AdministrationMessages } from "./messages/english.ts"
import { sessionAtom, startSession } from "./session.ts"

// Nothing of one person is shown to the next.
getDefaultStore().sub(sessionAtom, () => {
  answers.clear()
  forgetDrafts()
})
guardUnsaved()
void startSession(currentSession)

await startApplication<AdministrationMessages>(
  {
    en: async () => (await import("./messages/english.ts")).english,
    de: async () => (await import("./messages/german.ts")).german
  },
  <Administration />
)
