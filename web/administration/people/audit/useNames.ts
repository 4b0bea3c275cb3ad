import type { AuditObjectType } from "@wristbank/core/organisation/AuditObject"
import { useMemo } from "react"
import { useList } from "../../answers.ts"
import { useMay, useNode, useNodeId, useNodeName } from "../../tree.ts"
import { nameOf } from "../UserList.tsx"

/** Says the name of an object by its type and id; `undefined` for those without a name, or that are gone. */
export type NameOf = (type: AuditObjectType, id: number) => string | undefined

interface Named {
  readonly id: number
  readonly name: string
}

const mapped = (things: ReadonlyArray<Named> = []) => new Map(things.map(({ id, name }) => [id, name]))

/** Everyone at a node, for names and for the choice of one. */
export const useUsers = () => {
  const may = useMay()
  return useList("GET /users", { query: { node_id: useNodeId() } }, { when: may("GET /users") }).data
}

/** The names of all that the audit log of the node in the address may be about. */
export const useNames = (): NameOf => {
  const may = useMay()
  const nodeName = useNodeName()
  const input = { query: { node_id: useNodeId() } }
  const isInEvent = (useNode()?.event_node_id ?? null) !== null
  const ifMay = (call: Parameters<typeof may>[0]) => ({ when: isInEvent && may(call) })
  const users = useUsers()
  const roles = useList("GET /user-roles", input, { when: may("GET /user-roles") }).data
  const products = useList("GET /products", input, ifMay("GET /products")).data
  const priceLists = useList("GET /price-lists", input, ifMay("GET /price-lists")).data
  const categories = useList("GET /product-categories", input, ifMay("GET /product-categories")).data
  const taxRates = useList("GET /tax-rates", input, ifMay("GET /tax-rates")).data
  const tickets = useList("GET /tickets", input, ifMay("GET /tickets")).data
  const buttons = useList("GET /till-buttons", input, ifMay("GET /till-buttons")).data
  const layouts = useList("GET /till-layouts", input, ifMay("GET /till-layouts")).data
  const profiles = useList("GET /till-profiles", input, ifMay("GET /till-profiles")).data
  const tills = useList("GET /tills", input, ifMay("GET /tills")).data
  const terminals = useList("GET /terminal", input, ifMay("GET /terminal")).data
  const registers = useList("GET /till-registers", input, ifMay("GET /till-registers")).data
  const stockings = useList("GET /till-register-stockings", input, ifMay("GET /till-register-stockings")).data
  return useMemo(() => {
    const names: Partial<Record<AuditObjectType, ReadonlyMap<number, string>>> = {
      cash_register: mapped(registers),
      cash_register_stocking: mapped(stockings),
      price_list: mapped(priceLists),
      product: mapped(products),
      product_category: mapped(categories),
      tax_rate: mapped(taxRates),
      terminal: mapped(terminals),
      ticket: mapped(tickets),
      till: mapped(tills),
      till_button: mapped(buttons),
      till_layout: mapped(layouts),
      till_profile: mapped(profiles),
      user: mapped(users?.map((user) => ({ id: user.id, name: nameOf(user) }))),
      user_role: mapped(roles)
    }
    return (type, id) => type === "node" ? nodeName(id) || undefined : names[type]?.get(id)
  }, [
    buttons,
    categories,
    layouts,
    nodeName,
    priceLists,
    products,
    profiles,
    registers,
    roles,
    stockings,
    taxRates,
    terminals,
    tickets,
    tills,
    users
  ])
}
