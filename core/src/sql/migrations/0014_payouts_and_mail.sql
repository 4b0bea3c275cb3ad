-- A run of 100,000 payouts looked each of its customers up, and itself as often, for these keys: two thirds of the time in
-- which it is stored, while those accounts are locked. Both are locked or new in the same transaction, nothing deletes either,
-- and `wristbank doctor` checks them instead.
alter table payout drop constraint payout_event_id_payout_run_id_fkey;

alter table payout drop constraint payout_event_id_customer_account_id_fkey;

-- When subject and text were taken out of a mail, which nobody has use for any more.
alter table mail add erased_at timestamptz;

create index mail_with_text on mail (event_id, created_at, id) where erased_at is null and next_try is null;
