import { CashRegisterStocking, NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { RestrictedEventSettings, UpdateEvent } from "@wristbank/core/event/EventSettings"
import { ListedPriceList, NewPriceList } from "@wristbank/core/event/PriceList"
import { NewProduct, Product } from "@wristbank/core/event/Product"
import { NewProductCategory, ProductCategory } from "@wristbank/core/event/ProductCategory"
import { NewTaxRate, TaxRate } from "@wristbank/core/event/TaxRate"
import { NewTicket, Ticket } from "@wristbank/core/event/Ticket"
import { NewTillButton, TillButton } from "@wristbank/core/event/TillButton"
import { NewTillLayout, TillLayout } from "@wristbank/core/event/TillLayout"
import { NewTillProfile, TillProfile } from "@wristbank/core/event/TillProfile"
import { NewUserTagVariant, UserTagVariant } from "@wristbank/core/event/UserTagVariant"
import { FiscalSettings, UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { Tse, UpdateTse } from "@wristbank/core/fiscal/Tse"
import { ConfigEntry } from "@wristbank/core/organisation/ConfigEntry"
import { NewNode, Node } from "@wristbank/core/organisation/Node"
import { ListedRole } from "@wristbank/core/organisation/Role"
import { UpdateUserRolePrivilegesPayload } from "@wristbank/core/organisation/RoleEdit"
import { UpdateUserPayload, User } from "@wristbank/core/organisation/User"
import { CashRegister, NewCashRegister } from "@wristbank/core/till/CashRegister"
import { NewTerminal, Terminal } from "@wristbank/core/till/Terminal"
import { NewTill, Till } from "@wristbank/core/till/Till"
import { versioned } from "../Versioned.ts"

/** The objects that forms of the back office replace as a whole, each with the version that its form returns. */
export const shown = {
  cashRegister: versioned(CashRegister, NewCashRegister),
  configEntry: versioned(ConfigEntry, ConfigEntry),
  eventSettings: versioned(RestrictedEventSettings, UpdateEvent),
  fiscalSettings: versioned(FiscalSettings, UpdateFiscalSettings),
  node: versioned(Node, NewNode),
  priceList: versioned(ListedPriceList, NewPriceList),
  product: versioned(Product, NewProduct),
  productCategory: versioned(ProductCategory, NewProductCategory),
  stocking: versioned(CashRegisterStocking, NewCashRegisterStocking),
  taxRate: versioned(TaxRate, NewTaxRate),
  terminal: versioned(Terminal, NewTerminal),
  ticket: versioned(Ticket, NewTicket),
  till: versioned(Till, NewTill),
  tillButton: versioned(TillButton, NewTillButton),
  tillLayout: versioned(TillLayout, NewTillLayout),
  tillProfile: versioned(TillProfile, NewTillProfile),
  tse: versioned(Tse, UpdateTse),
  user: versioned(User, UpdateUserPayload),
  userRole: versioned(ListedRole, UpdateUserRolePrivilegesPayload),
  userTagVariant: versioned(UserTagVariant, NewUserTagVariant)
}
