import { getDefaultStore } from "jotai"
import { startApplication } from "../kit/application.tsx"
import type { PortalMessages } from "./messages/english.ts"
import { Portal } from "./Portal.tsx"
import "./portal.css"
import { takeVoucher, voucherAtom } from "./Voucher.ts"

getDefaultStore().set(voucherAtom, takeVoucher())

await startApplication<PortalMessages>(
  {
    en: async () => (await import("./messages/english.ts")).english,
    de: async () => (await import("./messages/german.ts")).german
  },
  <Portal />
)
