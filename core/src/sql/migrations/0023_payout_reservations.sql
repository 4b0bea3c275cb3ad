-- A payout names the posting that reserved its money. Until now the description of the posting told, as "payout run 7: reserved".
alter table payout add column reserving_posting_id bigint;

update payout set reserving_posting_id = posting.id
from account reserve, posting
where reserve.event_id = payout.event_id and reserve.type = 'payout_reserve'
  and posting.event_id = payout.event_id and posting.source_account = payout.customer_account_id
  and posting.target_account = reserve.id
  and posting.description = 'payout run ' || payout.payout_run_id || ': reserved';
