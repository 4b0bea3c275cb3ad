import { Layer } from "effect"
import { CashRegisterRepository } from "./CashRegisterRepository.ts"
import { CashRegisters } from "./CashRegisters.ts"
import { SignInRepository } from "./SignInRepository.ts"
import { SignIns } from "./SignIns.ts"
import { StockingRepository } from "./StockingRepository.ts"
import { Stockings } from "./Stockings.ts"
import { StockUpRepository } from "./StockUpRepository.ts"
import { StockUps } from "./StockUps.ts"
import { TerminalRepository } from "./TerminalRepository.ts"
import { Terminals } from "./Terminals.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { TillChanges } from "./TillChanges.ts"
import { TillRepository } from "./TillRepository.ts"
import { Tills } from "./Tills.ts"

const repositories = Layer.mergeAll(
  CashRegisterRepository.layer,
  SignInRepository.layer,
  StockingRepository.layer,
  StockUpRepository.layer,
  TerminalRepository.layer,
  TillChangeRepository.layer,
  TillRepository.layer
)

/** The services of this room; they need those of `organisation` and the ledger. */
export const layer = Layer.mergeAll(CashRegisters.layer, StockUps.layer, Stockings.layer, Terminals.layer, Tills.layer)
  .pipe(
    Layer.provideMerge(SignIns.layer),
    Layer.provide(TillChanges.layer),
    Layer.provide(repositories)
  )
