-- The code of a ticket is unique within its event: shops that number their tickets 1001, 1002, … begin anew each year. The code still
-- comes first in the index, so that scans find a ticket by it, whatever the plan was made for.
drop index ticket_voucher_token;

create unique index ticket_voucher_token on ticket_voucher (token, event_id);
