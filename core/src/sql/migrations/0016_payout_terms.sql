-- What all bank files of a run have in common, as the event's settings had it when the first of them was made: were it to
-- change with the settings, a payout could be ordered in two files that no bank takes for the same. Null until then.
alter table payout_run
  add sepa_max_per_file integer check (sepa_max_per_file > 0),
  add sepa_sender_name text,
  add sepa_sender_iban text;

update payout_run set
    sepa_max_per_file = coalesce((event.settings->>'sepa_max_num_payouts_in_run')::integer, 1000),
    sepa_sender_name = coalesce(event.settings->>'sepa_sender_name', ''),
    sepa_sender_iban = coalesce(event.settings->>'sepa_sender_iban', '')
  from event where event.event_id = payout_run.event_id and payout_run.exported_at is not null;

alter table payout_run add constraint payout_run_terms
  check (num_nulls(exported_at, sepa_max_per_file, sepa_sender_name, sepa_sender_iban) in (0, 4));
