import { Layer } from "effect"
import { TillClosingRepository } from "../fiscal/TillClosingRepository.ts"
import { OrderRepository } from "../order/OrderRepository.ts"
import { CashChanges } from "./CashChanges.ts"
import { CashierRepository } from "./CashierRepository.ts"
import { Cashiers } from "./Cashiers.ts"
import { CashRegisterRepository } from "./CashRegisterRepository.ts"
import { CashRegisters } from "./CashRegisters.ts"
import { CashRequestRepository } from "./CashRequestRepository.ts"
import { CloseOuts } from "./CloseOuts.ts"
import { RegisterTransfers } from "./RegisterTransfers.ts"
import { ShiftRepository } from "./ShiftRepository.ts"
import { SignInRepository } from "./SignInRepository.ts"
import { SignIns } from "./SignIns.ts"
import { StockingRepository } from "./StockingRepository.ts"
import { Stockings } from "./Stockings.ts"
import { StockUpRepository } from "./StockUpRepository.ts"
import { StockUps } from "./StockUps.ts"
import { TerminalChanges } from "./TerminalChanges.ts"
import { TerminalRepository } from "./TerminalRepository.ts"
import { Terminals } from "./Terminals.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { TillChanges } from "./TillChanges.ts"
import { TillRepository } from "./TillRepository.ts"
import { Tills } from "./Tills.ts"

const repositories = Layer.mergeAll(
  CashierRepository.layer,
  CashRegisterRepository.layer,
  CashRequestRepository.layer,
  OrderRepository.layer,
  ShiftRepository.layer,
  SignInRepository.layer,
  StockingRepository.layer,
  StockUpRepository.layer,
  TerminalRepository.layer,
  Layer.provide(TillChangeRepository.layer, TillClosingRepository.layer),
  TillRepository.layer
)

/** The services of this room; they need those of `organisation` and the ledger. */
export const layer = Layer.mergeAll(
  CashChanges.layer,
  CashRegisters.layer,
  Cashiers.layer,
  CloseOuts.layer,
  RegisterTransfers.layer,
  StockUps.layer,
  Stockings.layer,
  Terminals.layer,
  Tills.layer
).pipe(
  Layer.provide(TerminalChanges.layer),
  Layer.provideMerge(SignIns.layer),
  Layer.provide(TillChanges.layer),
  Layer.provide(repositories)
)
