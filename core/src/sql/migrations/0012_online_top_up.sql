-- Top-ups that guests pay on the web: the provider's id of the checkout, as soon as it is known, and until when the provider
-- lets it be paid. Such an order was made by no cashier, and is booked at the virtual till.
alter table card_payment
  add column checkout_id text,
  add column valid_until timestamptz,
  add check (payment_type = 'sumup_terminal' or (cashier_id is null and order_type = 'top_up'));
