import { ScanLine } from "lucide-react"
import { useMemo, useState } from "react"
import { useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { lazily } from "../../kit/lazily.tsx"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { FilterField } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useLater } from "../list/useLater.ts"
import { useNodeId } from "../tree.ts"
import { guestColumns, guestSortKeys } from "./guestColumns.ts"
import "./guests.css"
import { useTexts } from "./texts.ts"
import { useTagReaders } from "./useTagReaders.ts"

/** The value of the filter for those who work at the event. */
const staffFilter = "staff"

const CodeScanner = lazily(() => import("./CodeScanner.tsx"), "CodeScanner", 4)

/** Finds guests as one types, by whatever identifies them; a reader or the camera does the typing. */
export const GuestList = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const [, go] = useLocation()
  const [term, setTerm] = useAddressValue("q")
  const [isScanning, setScanning] = useState(false)
  const search = useLater(term.trim())
  const [who] = useAddressValue("who")
  const isStaff = who === staffFilter
  // A search by what identifies one person finds them, whether they work here or not.
  const filters = { node_id, search, ...(search === "" ? { staff: isStaff ? "true" as const : "false" as const } : {}) }
  const order = { sort: "-last_posting" as const, ...useServerOrder(guestSortKeys) }
  const found = usePages("GET /customers", { query: { ...filters, ...order } }, { counts: true })
  const columns = useMemo(() => guestColumns(say), [say])
  const nfc = useTagReaders(setTerm)
  const only = found.data?.length === 1 && search === term.trim() ? found.data[0] : undefined
  return (
    <Page>
      <form
        role="search"
        className="list-tools"
        onSubmit={(event) => {
          event.preventDefault()
          if (only !== undefined) go(`/guests/people/${only.id}`)
        }}
      >
        <FilterField label={say.findGuest} value={term} onChange={setTerm} autoFocus />
        {nfc !== undefined && <Button onClick={nfc}>{say.readNfc}</Button>}
        <Button onClick={() => setScanning(!isScanning)} aria-expanded={isScanning}>
          <ScanLine className="icon" aria-hidden />
          {say.scan}
        </Button>
      </form>
      {term === "" && <p className="muted">{say.findHint}</p>}
      {isScanning && (
        <CodeScanner
          onFound={(pin) => {
            setScanning(false)
            setTerm(pin)
          }}
          onClose={() => setScanning(false)}
        />
      )}
      <ServerList
        label={say.guests}
        of={found}
        sortKeys={guestSortKeys}
        asFile={(options) => call("GET /customers", { query: filters }, options)}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/people/${id}`}
        empty={<p>{search === "" ? say.noGuests : say.nobodyFound(search)}</p>}
      >
        {search === "" && <WhoFilter />}
      </ServerList>
    </Page>
  )
}

/** Guests, or those who work at the event and have an account for it. */
const WhoFilter = () => {
  const say = useTexts()
  const [who, setWho] = useAddressValue("who")
  return (
    <SelectFilter
      label={say.whoFilter}
      value={who}
      options={[["", say.guests], [staffFilter, say.staff]]}
      onChange={setWho}
    />
  )
}
