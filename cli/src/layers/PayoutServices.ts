import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { mayPayOut } from "@wristbank/core/payout/PayoutRun"
import * as PayoutServices from "@wristbank/core/services/PayoutServices"
import { Layer } from "effect"

/** Services for payout runs and their files. */
export const payoutServices = {
  privileges: mayPayOut,
  layer: Layer.provide(PayoutServices.layer, Layer.provide(Mails.layer, MailRepository.layer))
}
