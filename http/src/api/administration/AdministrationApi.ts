import { HttpApi } from "effect/http-api"
import { apiAnnotations } from "../ApiDocument.ts"
import { DomainErrors } from "../Errors.ts"
import { SystemApi } from "../SystemApi.ts"
import { AccountApi } from "./AccountApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { CashierApi } from "./CashierApi.ts"
import { CashRegisterApi } from "./CashRegisterApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { CustomerApi } from "./CustomerApi.ts"
import { DeviceApi } from "./DeviceApi.ts"
import { EventFileApi } from "./EventFileApi.ts"
import { FiscalApi } from "./FiscalApi.ts"
import { MailApi } from "./MailApi.ts"
import { MediaApi } from "./MediaApi.ts"
import { OrderApi } from "./OrderApi.ts"
import { OverviewApi } from "./OverviewApi.ts"
import { PayoutApi } from "./PayoutApi.ts"
import { PresaleApi, WebhookApi } from "./PresaleApi.ts"
import { PriceListApi } from "./PriceListApi.ts"
import { ProductApi } from "./ProductApi.ts"
import { ProductCategoryApi } from "./ProductCategoryApi.ts"
import { ReceiptApi } from "./ReceiptApi.ts"
import { ReportApi } from "./ReportApi.ts"
import { SecondFactorApi } from "./SecondFactorApi.ts"
import { cookieSchemes } from "./SessionCookie.ts"
import { StatsApi } from "./StatsApi.ts"
import { SumUpApi } from "./SumUpApi.ts"
import { TaxRateApi } from "./TaxRateApi.ts"
import { TerminalApi } from "./TerminalApi.ts"
import { TicketApi } from "./TicketApi.ts"
import { TillApi } from "./TillApi.ts"
import { TillButtonApi } from "./TillButtonApi.ts"
import { TillLayoutApi } from "./TillLayoutApi.ts"
import { TillProfileApi } from "./TillProfileApi.ts"
import { TransactionApi } from "./TransactionApi.ts"
import { TreeApi } from "./TreeApi.ts"
import { TseApi } from "./TseApi.ts"
import { UserApi } from "./UserApi.ts"
import { UserTagApi } from "./UserTagApi.ts"
import { UserTagVariantApi } from "./UserTagVariantApi.ts"

/** The API of the back office. */
export class AdministrationApi extends HttpApi.make("administration")
  .add(SystemApi)
  .add(AuthApi)
  .add(SecondFactorApi)
  .add(ConfigApi)
  .add(MediaApi)
  .add(TreeApi)
  .add(EventFileApi)
  .add(UserApi)
  .add(CashierApi)
  .add(CashRegisterApi)
  .add(DeviceApi)
  .add(TerminalApi)
  .add(TillApi)
  .add(UserTagApi)
  .add(UserTagVariantApi)
  .add(ProductApi)
  .add(PriceListApi)
  .add(ProductCategoryApi)
  .add(TaxRateApi)
  .add(TicketApi)
  .add(PresaleApi)
  .add(WebhookApi)
  .add(TillButtonApi)
  .add(TillLayoutApi)
  .add(TillProfileApi)
  .add(OrderApi)
  .add(ReceiptApi)
  .add(AccountApi)
  .add(CustomerApi)
  .add(PayoutApi)
  .add(MailApi)
  .add(SumUpApi)
  .add(TransactionApi)
  .add(StatsApi)
  .add(ReportApi)
  .add(OverviewApi)
  .add(TseApi)
  .add(FiscalApi)
  .middleware(DomainErrors)
  .annotateMerge(
    apiAnnotations(
      "administration API",
      "Set up and run an event: nodes, catalogue, tills, people, payouts and reports. A receipt by its number needs a token, unless the " +
        "event allows everybody to read it (`receipts_by_number`); the address in `bon_url` needs none.",
      { session: cookieSchemes }
    )
  )
{}
