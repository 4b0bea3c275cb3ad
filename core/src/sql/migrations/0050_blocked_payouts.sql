-- Whoever asks why a guest is not paid learns who blocked the payout and since when. What was blocked before is in the audit log.
alter table customer
  add column payout_blocked_by bigint,
  add column payout_blocked_at timestamptz;

comment on column customer.payout_blocked_by is 'the user who blocked the payout; null while it is not blocked';

comment on column customer.payout_blocked_at is 'when the payout was blocked; null while it is not';

update customer set payout_blocked_by = entry.originating_user_id, payout_blocked_at = entry.created_at
from (
  select distinct on (account.event_id, account.id) account.event_id, account.id, audit_log.originating_user_id, audit_log.created_at
  from audit_log
    join account on account.node_id = audit_log.node_id and account.id = (audit_log.content->>'customer_id')::bigint
  where audit_log.log_type = 'customer_payout_prevention_changed'
    and audit_log.content->>'payout_prevented' = 'true' and audit_log.content->>'old_payout_prevented' = 'false'
  order by account.event_id, account.id, audit_log.id desc
) entry
where customer.event_id = entry.event_id and customer.account_id = entry.id and not customer.payout_export;
