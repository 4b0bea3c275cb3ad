-- The orders of a guest are found by `orders_of` now. In a transaction of its own, as this needs a stronger lock than making an
-- index, and whoever waits for both could wait for a booking that waits for it.
drop index ordr_customer;
