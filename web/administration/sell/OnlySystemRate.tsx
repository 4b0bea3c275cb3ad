import { Link } from "wouter"
import { Notice } from "../../kit/Notice.tsx"
import { useList } from "../answers.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** Leads to the tax rates while there are none but the system's. */
export const OnlySystemRate = () => {
  const say = useTexts()
  const may = useMay()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  return may("POST /tax-rates") && rates?.every(({ is_system }) => is_system) === true && (
    <Notice kind="attention">
      <p>
        {say.onlySystemRate} <Link href="/sell/tax-rates/new">{say.newTaxRate}</Link>
      </p>
    </Notice>
  )
}
