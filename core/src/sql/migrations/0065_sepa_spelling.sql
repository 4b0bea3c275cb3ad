-- How the bank files of a run write names, as it was at the first of them: with another spelling the same payouts would be an order that
-- no bank takes for the same. Runs that have a bank file keep the spelling of it. Null until then.
alter table payout_run add sepa_spelling text check (sepa_spelling in ('national', 'plain'));

update payout_run set sepa_spelling = 'plain' where exported_at is not null;

alter table payout_run drop constraint payout_run_terms;

alter table payout_run add constraint payout_run_terms
  check (num_nulls(exported_at, sepa_max_per_file, sepa_sender_name, sepa_sender_iban, sepa_spelling) in (0, 5));

comment on column payout_run.sepa_spelling is
  'how its bank files write names, as it was then: national (umlauts in two letters where banks speak German) or plain';
