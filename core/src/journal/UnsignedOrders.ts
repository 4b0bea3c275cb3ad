/**
 * SQL of the tills `till` with their orders that wait for a signature, `unsigned`: how many, the `oldest` and since when. Each till
 * is looked up by itself. In an event whose orders are not signed each has a job that is never done, and reading all of them
 * would take longer with every order.
 */
export const unsignedOrders = `fiscal_settings fiscal join till on till.event_id = fiscal.event_id cross join lateral (
  select count(*) as orders, min(order_id) as oldest, min(created_at) as since from signing_job
  where event_id = till.event_id and till_id = till.id and status in ('new', 'pending')
    and order_id > fiscal.signing_from
) unsigned`
