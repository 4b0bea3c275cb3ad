import { startApplication } from "../kit/application.tsx"
import { startAllowedNfc } from "../kit/readers/NfcReader.ts"
import { inOneWindow } from "./journal/OneWindow.ts"
import { startJournal } from "./journal/useJournal.ts"
import { keepCardReturn } from "./result/CardReturn.ts"
import { Till } from "./Till.tsx"
import "./till.css"

keepCardReturn()
inOneWindow(startJournal)
void startAllowedNfc()
await startApplication({
  en: async () => (await import("./messages/english.ts")).english,
  de: async () => (await import("./messages/german.ts")).german
}, <Till />)
