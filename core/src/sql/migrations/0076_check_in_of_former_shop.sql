-- A check-in goes only to the shop that its ticket is from. The worker sets aside what another shop would be told, and decides again
-- after each change of the settings or of the ticket.

alter table ticket_voucher add check_in_of_former_shop boolean not null default false;

comment on column ticket_voucher.check_in_of_former_shop is
  'whether the check-in is not sent, as the ticket is of a shop that the event does not import from; then check_in_stopped_at is when it was set aside';

-- What the present shop refused only because it is another one is decided again.
update ticket_voucher set check_in_stopped_at = null, check_in_next_at = null, check_in_attempts = 0
from event
where event.event_id = ticket_voucher.event_id and settings->>'pretix_presale_enabled' = 'true'
  and check_in_stopped_at is not null;
