import { Layer } from "effect"
import { CashChanges } from "../cash/CashChanges.ts"
import { CashierRepository } from "../cash/CashierRepository.ts"
import { Cashiers } from "../cash/Cashiers.ts"
import { CashRegisters } from "../cash/CashRegisters.ts"
import { CloseOuts } from "../cash/CloseOuts.ts"
import { RegisterTransfers } from "../cash/RegisterTransfers.ts"
import { ShiftRepository } from "../cash/ShiftRepository.ts"
import { SignIns } from "../cash/SignIns.ts"
import { StockingRepository } from "../cash/StockingRepository.ts"
import { Stockings } from "../cash/Stockings.ts"
import { StockUpRepository } from "../cash/StockUpRepository.ts"
import { StockUps } from "../cash/StockUps.ts"
import { TerminalChanges } from "../cash/TerminalChanges.ts"
import { Terminals } from "../cash/Terminals.ts"
import { TillChangeRepository } from "../cash/TillChangeRepository.ts"
import { TillChanges } from "../cash/TillChanges.ts"
import { Tills } from "../cash/Tills.ts"
import { OrderRepository } from "../order/OrderRepository.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { CashRequestRepository } from "../till/CashRequestRepository.ts"
import { SignInRepository } from "../till/SignInRepository.ts"
import { TerminalRepository } from "../till/TerminalRepository.ts"
import { TillRepository } from "../till/TillRepository.ts"

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
  TillChangeRepository.layer,
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
