import { startApplication } from "../kit/application.tsx"
import { closeDialogsByBack } from "../kit/DialogBack.ts"
import { startAllowedNfc } from "../kit/readers/NfcReader.ts"
import { inOneWindow } from "./journal/OneWindow.ts"
import { startJournal, untilSettled } from "./journal/useJournal.ts"
import { keepCardReturn } from "./result/CardReturn.ts"
import { keepBasket } from "./sale/SaleState.ts"
import { Till } from "./Till.tsx"
import "./till.css"

keepCardReturn()
inOneWindow(async (isAlone) => {
  await startJournal()
  keepBasket(isAlone)
}, untilSettled)
closeDialogsByBack()
void startAllowedNfc()
await startApplication({
  en: async () => (await import("./messages/english.ts")).english,
  de: async () => (await import("./messages/german.ts")).german
}, <Till />)
