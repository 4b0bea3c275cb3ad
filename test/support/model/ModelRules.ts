import type { LedgerModel } from "./LedgerModel.ts"
import * as Cash from "./ModelCash.ts"
import * as Office from "./ModelOffice.ts"
import * as Orders from "./ModelOrders.ts"
import { bankFile, giveBack, newRun, revoke, runDone } from "./ModelPayouts.ts"
import type { Step, StepOf } from "./ModelStep.ts"
import type { Outcome } from "./Outcome.ts"

type Rules = { readonly [K in Step["kind"]]: (model: LedgerModel, step: StepOf<K>) => Outcome }

/** The rules by which the model decides. */
export const rules = {
  ...Cash,
  ...Office,
  sale: Orders.sale,
  cashSale: (model, step) => Orders.otherSale(model, { ...step, method: "cash" }),
  topUp: Orders.topUp,
  payOut: Orders.payOut,
  repeat: Orders.repeat,
  cancel: (model, { sale, till }) => Orders.cancel(model, sale, till),
  officeCancel: (model, { sale }) => Orders.cancel(model, sale, null),
  grant: Orders.grant,
  edit: Orders.edit,
  freeTicket: Orders.freeTicket,
  ticketSale: Orders.ticketSale,
  newBand: Orders.newBand,
  look: Orders.look,
  newRun,
  bankFile,
  runDone,
  revoke,
  giveBack
} satisfies Rules
