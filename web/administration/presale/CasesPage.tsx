import { useFormats } from "../../kit/EventFormats.ts"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { Tabs } from "../frame/Tabs.tsx"
import { useNodeId } from "../tree.ts"
import { BrokenOrders } from "./BrokenOrders.tsx"
import { Cases } from "./Cases.tsx"
import { StoppedCheckIns } from "./StoppedCheckIns.tsx"
import { useTexts } from "./texts.ts"

/** What the import leaves to people, by what they have to do about it. */
export const CasesPage = () => {
  const say = useTexts()
  const { count } = useFormats()
  const [part] = useAddressValue("part")
  const status = useAnswer("GET /presale/status", { query: { node_id: useNodeId() } }).data
  const tab = (value: string, name: string, many: number | undefined) => ({
    value,
    name: many === undefined || many === 0 ? name : say.counted(name, count(many))
  })
  return (
    <Page>
      <Tabs
        label={say.undecided}
        name="part"
        tabs={[
          tab("cases", say.cases, status?.open_cases),
          tab("check-ins", say.checkIns, status?.stopped_check_ins),
          tab("orders", say.brokenOrders, status?.broken_orders)
        ]}
      />
      {part === "check-ins" ? <StoppedCheckIns /> : part === "orders" ? <BrokenOrders /> : <Cases />}
    </Page>
  )
}
