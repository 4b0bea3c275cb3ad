import { giveWayToBookings } from "@wristbank/core/base/ThreadPriority"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { type DocumentTask, textOf } from "./ApiDocumentText.ts"

/** Before each task. */
export const begin = giveWayToBookings

const apis = { administration: AdministrationApi, terminal: TerminalApi, customer: CustomerApi }

// What `documentText` has done in a thread.
export default ({ api, path }: DocumentTask): Promise<string> => {
  switch (api) {
    case "administration":
      return textOf(apis.administration, path)
    case "terminal":
      return textOf(apis.terminal, path)
    case "customer":
      return textOf(apis.customer, path)
  }
}
