import { Layer } from "effect"
import { CashChanges } from "../cash/CashChanges.ts"
import { CashierRepository } from "../cash/CashierRepository.ts"
import { Cashiers } from "../cash/Cashiers.ts"
import { CashRegisters } from "../cash/CashRegisters.ts"
import { CloseOuts } from "../cash/CloseOuts.ts"
import { RegisterTransfers } from "../cash/RegisterTransfers.ts"
import { ShiftRepository } from "../cash/ShiftRepository.ts"
import { StockingRepository } from "../cash/StockingRepository.ts"
import { Stockings } from "../cash/Stockings.ts"
import { StockUpRepository } from "../cash/StockUpRepository.ts"
import { StockUps } from "../cash/StockUps.ts"
import { OrderRepository } from "../sale/OrderRepository.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { CashRequestRepository } from "../till/CashRequestRepository.ts"
import { SignInRepository } from "../till/SignInRepository.ts"
import { SignIns } from "../till/SignIns.ts"
import { TerminalChanges } from "../till/TerminalChanges.ts"
import { TerminalRepository } from "../till/TerminalRepository.ts"
import { Terminals } from "../till/Terminals.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { TillChanges } from "../till/TillChanges.ts"
import { TillRepository } from "../till/TillRepository.ts"
import { Tills } from "../till/Tills.ts"

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
