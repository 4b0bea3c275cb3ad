/** The permissions of a profile that allows and accepts everything. */
export const everythingAllowed = {
  allow_top_up: true,
  allow_cash_out: true,
  allow_ticket_sale: true,
  allow_ticket_vouchers: true,
  enable_ssp_payment: true,
  enable_cash_payment: true,
  enable_card_payment: true,
  allow_sold_out: true
}
