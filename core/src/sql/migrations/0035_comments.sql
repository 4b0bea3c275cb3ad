-- What tables and columns mean, for readers in psql and for docs/reference/tables.md. Columns that mean the same everywhere,
-- such as event_id, have no comment. A later migration that adds a table or a column adds its comment too.

comment on table account is 'Accounts: of guests, of people who carry cash, of cash registers, and the event''s own.';

comment on column account.type is 'private is a guest, transport cash that a person carries, cash_register a register; the others are the event''s own';

comment on column account.name is 'of the event''s own accounts and of registers; null for guests';

comment on column account.comment is 'what the office noted';

comment on column account.balance is 'in cents; only of guarded accounts (private, transport, cash_register), the others are summed up from postings';

comment on column account.vouchers is 'as balance, counted';

comment on column account.user_tag_id is 'the wristband of the account; null for none';

comment on column account.activated_at is 'when the account got its first wristband; null for none, or for accounts from before it was noted';

comment on table account_rollup is 'Sums of all postings below the transaction of rollup_cursor, so that the balance of an account that is not guarded needs only newer postings.';

comment on column account_rollup.account_id is 'the account';

comment on column account_rollup.balance is 'in cents';

comment on column account_rollup.vouchers is 'counted';

comment on table audit_log is 'Every change that a person made, with what it was.';

comment on column audit_log.log_type is 'what was done, as user_created';

comment on column audit_log.originating_user_id is 'who did it; null for a command of the system';

comment on column audit_log.originating_terminal_id is 'the terminal where it was done; null elsewhere';

comment on column audit_log.content is 'what was changed, without secrets';

comment on table blob is 'Files of an event that everybody may fetch, such as the logo on receipts. A file never changes: another gets another id.';

comment on column blob.mime_type is 'type of the file';

comment on column blob.data is 'the file';

comment on table card_authorisation is 'An administrator who was sent to the card provider, to let the event take cards in its account.';

comment on column card_authorisation.state_hash is 'SHA-256 in hexadecimal of the state that the returning user must show';

comment on column card_authorisation.user_id is 'the administrator';

comment on column card_authorisation.redirect_uri is 'where the provider sends them back';

comment on column card_authorisation.expires_at is 'until when they may come back';

comment on table card_payment is 'Payments by card: one row for each order, registered before the card was read or reported when it had been paid. Rows change as the provider answers; the order in the ledger never does.';

comment on column card_payment.uuid is 'of the order';

comment on column card_payment.order_type is 'kind of the order';

comment on column card_payment.payment_type is 'at a terminal, or on the web';

comment on column card_payment.amount is 'in cents';

comment on column card_payment.currency is 'as the provider is asked';

comment on column card_payment.status is 'whether the order is waiting, in the ledger, or given up';

comment on column card_payment.verification is 'what the provider said last: nothing final, the order''s money, other money, that nobody paid, or nothing in time';

comment on column card_payment.evidence is 'the provider''s payment';

comment on column card_payment.problem is 'why somebody has to look at it; null if nobody has';

comment on column card_payment.till_id is 'where it was made';

comment on column card_payment.cashier_id is 'who made it; null on the web';

comment on column card_payment.z_nr is 'closing of the till';

comment on column card_payment.customer_account_id is 'the guest; null for a sale without a wristband';

comment on column card_payment.request_hash is 'of the content of the request: the same uuid with other content is refused';

comment on column card_payment.content is 'the prepared order; null when a terminal booked without registering';

comment on column card_payment.last_checked is 'when the provider was asked last';

comment on column card_payment.check_interval is 'seconds until the provider is asked again';

comment on column card_payment.next_check is 'when that is; null when there is nothing more to find out';

comment on column card_payment.settled_at is 'when an operator settled it; nothing changes from then on';

comment on column card_payment.settled_reason is 'why they did so';

comment on column card_payment.checkout_id is 'the provider''s id of a top-up on the web';

comment on column card_payment.valid_until is 'until when the provider lets it be paid';

comment on table cash_register is 'Cash registers: drawers with cash that cashiers carry to a till.';

comment on column cash_register.account_id is 'the account with the cash that it should hold';

comment on table cash_register_stocking is 'What a float is made of: notes, and rolls of coins as banks hand them out.';

comment on column cash_register_stocking.euro200 is 'notes of 200 euro';

comment on column cash_register_stocking.euro100 is 'notes of 100 euro';

comment on column cash_register_stocking.euro50 is 'notes of 50 euro';

comment on column cash_register_stocking.euro20 is 'notes of 20 euro';

comment on column cash_register_stocking.euro10 is 'notes of 10 euro';

comment on column cash_register_stocking.euro5 is 'notes of 5 euro';

comment on column cash_register_stocking.euro2 is 'rolls of 25 coins of 2 euro';

comment on column cash_register_stocking.euro1 is 'rolls of 25 coins of 1 euro';

comment on column cash_register_stocking.cent50 is 'rolls of 40 coins of 50 cents';

comment on column cash_register_stocking.cent20 is 'rolls of 40 coins of 20 cents';

comment on column cash_register_stocking.cent10 is 'rolls of 40 coins of 10 cents';

comment on column cash_register_stocking.cent5 is 'rolls of 50 coins of 5 cents';

comment on column cash_register_stocking.cent2 is 'rolls of 50 coins of 2 cents';

comment on column cash_register_stocking.cent1 is 'rolls of 50 coins of 1 cent';

comment on column cash_register_stocking.variable_in_euro is 'further cash in any coins, in cents';

comment on table cash_request is 'Requests for cash at terminals that had an id, so that one that is sent again is done once.';

comment on column cash_request.request_id is 'the id of the request';

comment on column cash_request.request_hash is 'of the content of the request';

comment on column cash_request.cash_register_id is 'the register that the answer shows; null for none';

comment on table cashier_shift is 'Shifts that were closed out: what the register was to hold and what was counted.';

comment on column cashier_shift.cashier_id is 'whose shift it was';

comment on column cashier_shift.cash_register_id is 'their register';

comment on column cashier_shift.closing_out_user_id is 'who counted';

comment on column cashier_shift.comment is 'what they noted';

comment on column cashier_shift.actual_cash_drawer_balance is 'counted, in cents';

comment on column cashier_shift.expected_cash_drawer_balance is 'float plus cash taken minus cash given, in cents';

comment on column cashier_shift.cash_drawer_imbalance is 'counted minus expected, in cents';

comment on column cashier_shift.started_at is 'when it began';

comment on column cashier_shift.ended_at is 'time of the order that ended it';

comment on column cashier_shift.close_out_order_id is 'the order that took the cash out';

comment on column cashier_shift.imbalance_order_id is 'the order that booked the difference';

comment on column cashier_shift.shift_end_order_id is 'the order that ended the shift';

comment on table config_entry is 'Values of the whole installation.';

comment on column config_entry.key is 'name of the value';

comment on column config_entry.value is 'the value';

comment on table customer is 'What only guests have; one row for each account of the type private.';

comment on column customer.account_id is 'their account';

comment on column customer.iban is 'bank account for the payout';

comment on column customer.account_name is 'holder of the bank account';

comment on column customer.email is 'where mail goes';

comment on column customer.donation is 'what they give to the event of their payout, in cents';

comment on column customer.payout_export is 'false while somebody holds the payout back';

comment on column customer.donate_all is 'whether they give everything that is left';

comment on column customer.has_entered_info is 'whether they said where the money goes';

comment on column customer.donate_all_agreed_at is 'when they agreed to give everything';

comment on column customer.blocked_tag_id is 'the wristband that they blocked because it was lost';

comment on table customer_session is 'Sessions of guests in the portal.';

comment on column customer_session.token_hash is 'hash of the token';

comment on column customer_session.account_id is 'whose session it is';

comment on column customer_session.expires_at is 'when it ends at the latest';

comment on column customer_session.last_seen_at is 'when the token was last shown, to the minute';

comment on column customer_session.address is 'network address of the sign-in, if it is known';

comment on column customer_session.user_tag_id is 'the wristband that was shown; the session ends when the account loses it';

comment on column customer_session.ticket_voucher_id is 'the ticket voucher that was shown instead';

comment on table device_reading is 'How far the readings of an event''s device management came.';

comment on column device_reading.used_settings is 'digest of the settings that were used';

comment on column device_reading.read_at is 'when the last reading succeeded';

comment on column device_reading.failed_at is 'when the last reading failed';

comment on column device_reading.problem is 'why it failed, by language; null after one that did not';

comment on table event is 'Events, one row each. A change of the configuration raises the version, which bookings compare.';

comment on column event.version is 'rises with each change of the configuration';

comment on column event.settings is 'settings of the event';

comment on column event.secrets is 'keys and passwords, sealed with the secret key';

comment on table event_design is 'The look of receipts and the portal of an event.';

comment on column event_design.bon_logo_blob_id is 'the logo on receipts; null for none';

comment on table fiscal_settings is 'Whether and how an event signs, and who owes the tax.';

comment on column fiscal_settings.settings is 'what the tax office asks for';

comment on column fiscal_settings.signing_from is 'the newest order when signing was switched on last; orders up to it are never signed; null while it is off';

comment on table grant_request is 'Grants of free tickets and vouchers that had an id, so that one that is sent again is done once.';

comment on column grant_request.request_id is 'the id of the request';

comment on column grant_request.request_hash is 'of the content of the request';

comment on column grant_request.account_id is 'the guest who got it';

comment on table line_item is 'Lines of orders: what was sold, taken back or paid.';

comment on column line_item.order_id is 'the order';

comment on column line_item.item_id is 'number of the line in its order, from 0';

comment on column line_item.quantity is 'negative: taken back';

comment on column line_item.product_id is 'the product';

comment on column line_item.product_revision_id is 'the product as it was sold';

comment on column line_item.product_price is 'in cents';

comment on column line_item.tax_rate_id is 'the tax rate';

comment on column line_item.tax_name is 'its name when it was sold';

comment on column line_item.tax_rate is 'in ten-thousandths: 1900 is 19 %';

comment on column line_item.total_price is 'price times quantity, in cents';

comment on column line_item.total_tax is 'the tax in it, in cents';

comment on column line_item.vouchers_redeemed is 'vouchers that paid for it';

comment on table mail is 'Mail to guests, written in the transaction of what it tells of and sent by a worker afterwards.';

comment on column mail.key is 'names what the mail tells of, so that it is sent once';

comment on column mail.template is 'which mail it is';

comment on column mail.recipient is 'address';

comment on column mail.subject is 'subject';

comment on column mail.body is 'text';

comment on column mail.status is 'failed: nobody sends it any more unless an operator says so';

comment on column mail.attempts is 'tries so far';

comment on column mail.next_try is 'queued: when it is tried next; sending: until when that may take';

comment on column mail.sent_at is 'when the server took it';

comment on column mail.problem is 'why the last try failed';

comment on column mail.erased_at is 'when subject and text were removed';

comment on table mail_turn is 'Whose turn it is to send an event''s mail: one process at a time, and not faster than the server takes it.';

comment on column mail_turn.free_at is 'when the next mail may be sent';

comment on column mail_turn.lease_until is 'until when a process is sending one; null: none is';

comment on column mail_turn.failures is 'mails in a row that the server did not take';

comment on table managed_device is 'Devices that an event''s device management knows, as of its last reading.';

comment on column managed_device.device_id is 'the management''s name of the device';

comment on column managed_device.status is 'whether it answers';

comment on column managed_device.serial is 'serial number';

comment on column managed_device.imei is 'number of the modem';

comment on column managed_device.model is 'model';

comment on column managed_device.ip_address is 'its address in the network';

comment on column managed_device.last_update is 'when it last reported';

comment on column managed_device.latitude is 'degrees, positive is north';

comment on column managed_device.longitude is 'degrees, positive is east';

comment on column managed_device.located_at is 'when it was there';

comment on table node is 'The tree of organisation, events and their parts.';

comment on column node.parent is 'the node above; the root has its own id';

comment on column node.read_only is 'archived: readable, and nothing changes any more';

comment on column node.deleted is 'removed; the row stays, as the audit log names it';

comment on column node.parent_ids is 'ids from the root down to the parent';

comment on column node.event_id is 'the event at or above this node; null above events';

comment on column node.forbidden_objects_at_node is 'kinds of objects that may not be made at it';

comment on column node.forbidden_objects_in_subtree is 'kinds of objects that may not be made at it or below';

comment on column node.second_factor_required is 'whether users at it and below need a second factor';

comment on table node_fee is 'What an organiser keeps of the sales of a node''s tills. The newest row counts.';

comment on column node_fee.rate is 'in ten-thousandths: 100 is 1 %; null: that of the node above';

comment on column node_fee.set_at is 'from when on it counts';

comment on table ordr is 'Orders: sales, top-ups, payouts, tickets, cancels and movements of cash.';

comment on column ordr.uuid is 'given by the caller; the same uuid is booked once';

comment on column ordr.request_hash is 'of the content of the request: the same uuid with other content is refused';

comment on column ordr.order_type is 'what was booked';

comment on column ordr.payment_method is 'how it was paid';

comment on column ordr.z_nr is 'closing of the till';

comment on column ordr.till_id is 'where it was booked';

comment on column ordr.cashier_id is 'who booked it; null on the web';

comment on column ordr.customer_account_id is 'the guest; null without one';

comment on column ordr.user_tag_id is 'the guest''s wristband when it was booked';

comment on column ordr.cash_register_id is 'the register of the cash; null without cash';

comment on column ordr.cancels_order is 'the order that it cancels';

comment on column ordr.item_count is 'number of lines';

comment on column ordr.old_balance is 'of the guest before it, in cents';

comment on column ordr.new_balance is 'of the guest after it, in cents';

comment on column ordr.old_vouchers is 'of the guest before it';

comment on column ordr.new_vouchers is 'of the guest after it';

comment on column ordr.buttons is 'what was pressed at the till';

comment on table payout is 'Payouts of guests, each in a payout run.';

comment on column payout.payout_run_id is 'the run';

comment on column payout.customer_account_id is 'the guest';

comment on column payout.iban is 'their bank account when the run was made';

comment on column payout.account_name is 'its holder then';

comment on column payout.email is 'their address then';

comment on column payout.user_tag_id is 'their wristband then';

comment on column payout.remittance is 'what the bank prints for the guest';

comment on column payout.amount is 'to the bank, in cents';

comment on column payout.donation is 'given to the event, in cents';

comment on column payout.status is 'reserved until the run is done or revoked';

comment on column payout.returned_at is 'when the bank returned it';

comment on column payout.return_reason is 'why it did';

comment on column payout.reserving_posting_id is 'the posting that reserved the money';

comment on table payout_file is 'Every file that was made of a payout run, as it was handed out.';

comment on column payout_file.payout_run_id is 'the run';

comment on column payout_file.kind is 'list for accounting, or file for the bank';

comment on column payout_file.content is 'the file';

comment on column payout_file.sha256 is 'of the content, in hexadecimal';

comment on column payout_file.created_by is 'who asked for it';

comment on table payout_run is 'Payouts that are made together.';

comment on column payout_run.created_by is 'who made it';

comment on column payout_run.max_payout_sum is 'most money to the bank, in cents';

comment on column payout_run.max_num_payouts is 'most guests';

comment on column payout_run.left_out is 'how many guests were left out, and why';

comment on column payout_run.status is 'open until it is done or revoked';

comment on column payout_run.exported_at is 'when its first bank file was made';

comment on column payout_run.ended_at is 'when it was done or revoked';

comment on column payout_run.ended_by is 'by whom';

comment on column payout_run.sepa_max_per_file is 'most transfers in a bank file, as it was at the first one';

comment on column payout_run.sepa_sender_name is 'the event''s name at the bank, as it was then';

comment on column payout_run.sepa_sender_iban is 'the event''s bank account, as it was then';

comment on table posting is 'Lines of journal entries: money and vouchers leave the source (credit) and arrive at the target (debit).';

comment on column posting.order_id is 'the order of the entry; null if a person or a ticket voucher is its reason';

comment on column posting.conducting_user_id is 'who corrected by hand';

comment on column posting.source_account is 'the account that it leaves';

comment on column posting.target_account is 'the account where it arrives';

comment on column posting.amount is 'in cents';

comment on column posting.vouchers is 'counted';

comment on column posting.source_balance is 'of a guarded account after the whole entry, in cents';

comment on column posting.source_vouchers is 'as source_balance';

comment on column posting.target_balance is 'of a guarded account after the whole entry, in cents';

comment on column posting.target_vouchers is 'as target_balance';

comment on column posting.transaction_id is 'transaction of PostgreSQL that stored it: roll-ups read in this order';

comment on column posting.ticket_voucher_id is 'the ticket voucher whose later credit it is';

comment on table presale_case is 'What an operator has to decide about the presale. A row is deleted once the reason is gone.';

comment on column presale_case.order_code is 'order of the ticket shop';

comment on column presale_case.ticket_voucher_id is 'the ticket; null if it is about the whole order';

comment on column presale_case.kind is 'what has to be decided';

comment on column presale_case.amount is 'in cents';

comment on column presale_case.opened_at is 'since when';

comment on column presale_case.settled_at is 'when somebody decided';

comment on column presale_case.settled_by is 'who did';

comment on column presale_case.settled_comment is 'what they noted';

comment on table presale_notification is 'What the ticket shop reported. It only says which order to read again.';

comment on column presale_notification.notification_id is 'id that the shop gave it';

comment on column presale_notification.action is 'what happened there';

comment on column presale_notification.order_code is 'order of the shop';

comment on column presale_notification.received_at is 'when it came';

comment on column presale_notification.worked_at is 'when the order was read again';

comment on table presale_order is 'The newest version of each order of the ticket shop.';

comment on column presale_order.code is 'of the order in the shop';

comment on column presale_order.modified_at is 'time of that version; null when none could be read';

comment on column presale_order.problem is 'the rule by which it was not imported';

comment on column presale_order.problem_sentence is 'its sentence, by language';

comment on column presale_order.problem_since is 'since when';

comment on column presale_order.problem_tried_at is 'when it was last asked for';

comment on table presale_source is 'How far the readings of the ticket shop came; one row for each event that imports tickets.';

comment on column presale_source.changed_since is 'from when on the shop is asked for changes, as the shop wrote it; null: for everything';

comment on column presale_source.read_at is 'when the last reading ended';

comment on column presale_source.read_all_at is 'when the last reading of everything ended';

comment on column presale_source.problem is 'why the last reading failed';

comment on column presale_source.failed_at is 'when it did';

comment on column presale_source.failures is 'failures in a row';

comment on column presale_source.requested_at is 'when an operator asked for a reading';

comment on column presale_source.requested_everything is 'whether of everything';

comment on column presale_source.last_count is 'orders of the last reading, by outcome';

comment on column presale_source.problem_sentence is 'the sentence of the problem, by language';

comment on table presale_webhook is 'The secret in the address to which the ticket shop reports changes; a new one makes the former address invalid.';

comment on column presale_webhook.secret_hash is 'hash of the secret';

comment on table product is 'Products, tickets, and what top-ups and movements of cash are booked as.';

comment on column product.type is 'user_defined is what tills sell';

comment on column product.price is 'in cents; null when the cashier types it';

comment on column product.fixed_price is 'whether it has a price';

comment on column product.price_in_vouchers is 'vouchers that pay for one; null for none';

comment on column product.tax_rate_id is 'the tax rate';

comment on column product.is_locked is 'whether it can no longer be changed, so that receipts stay right';

comment on column product.is_returnable is 'whether tills take it back';

comment on column product.target_account_id is 'the account that gets the money; null: the event''s sales';

comment on column product.initial_top_up_amount is 'money that comes with a ticket, in cents';

comment on column product.revision_id is 'the product as it is now';

comment on column product.variant_ids is 'kinds of wristbands that may not have it; of a ticket: those it is for';

comment on table product_revision is 'Products as they were sold: a receipt never changes when the product does.';

comment on column product_revision.product_id is 'the product';

comment on column product_revision.data is 'its fields then';

comment on table receipt_header is 'Who gave receipts and under which words, since when. A receipt shows what held when its order was booked.';

comment on column receipt_header.valid_from is 'since when';

comment on column receipt_header.title is 'heading';

comment on column receipt_header.issuer is 'who gives them';

comment on column receipt_header.address is 'their address';

comment on column receipt_header.ust_id is 'their VAT number';

comment on table reconciliation is 'Comparisons of the card provider''s list of a day with what was booked.';

comment on column reconciliation.day is 'by the clocks at the event';

comment on column reconciliation.status is 'open while a process works at it';

comment on column reconciliation.started_at is 'when it began';

comment on column reconciliation.finished_at is 'when it ended';

comment on column reconciliation.lease_until is 'until when a process works at it, or waits after a failure';

comment on column reconciliation.failures is 'failures so far';

comment on column reconciliation.problem is 'why the last try failed';

comment on column reconciliation.transactions is 'payments of the day at the provider';

comment on column reconciliation.unreadable is 'of these, those that could not be read';

comment on column reconciliation.orders is 'orders of the day';

comment on column reconciliation.matched is 'of these, those with their payment';

comment on column reconciliation.differences is 'differences that were found';

comment on column reconciliation.unresolved is 'of these, those that somebody has to look into';

comment on column reconciliation.paid is 'paid at the provider, in cents';

comment on column reconciliation.booked is 'booked, in cents';

comment on column reconciliation.returned is 'gone back to guests, in cents';

comment on table reconciliation_difference is 'What a comparison found.';

comment on column reconciliation_difference.reconciliation_id is 'the comparison';

comment on column reconciliation_difference.n is 'number in the report';

comment on column reconciliation_difference.kind is 'what differs';

comment on column reconciliation_difference.order_uuid is 'the order; null without one';

comment on column reconciliation_difference.transaction_id is 'the provider''s payment; null without one';

comment on column reconciliation_difference.transaction_code is 'its code on the slip';

comment on column reconciliation_difference.order_amount is 'of the order, in cents';

comment on column reconciliation_difference.paid_amount is 'of the payment, in cents';

comment on column reconciliation_difference.currency is 'of the payment';

comment on column reconciliation_difference.at is 'when it was paid or booked';

comment on column reconciliation_difference.resolved is 'whether nobody has to look into it any more';

comment on table recovery_code is 'Codes for the day when the authenticator app is lost. Each works once and is deleted then.';

comment on column recovery_code.user_id is 'whose code it is';

comment on column recovery_code.code_hash is 'hash of the code';

comment on table reserved_tag is 'Wristbands and ticket vouchers of ticket sales that wait for their card payment: no other sale may take them.';

comment on column reserved_tag.user_tag_id is 'the wristband';

comment on column reserved_tag.uid is 'its chip number';

comment on column reserved_tag.ticket_voucher_id is 'the ticket voucher; null without one';

comment on column reserved_tag.order_uuid is 'the order that waits';

comment on table rollup_cursor is 'How far account_rollup has come; one row.';

comment on column rollup_cursor.one is 'always true';

comment on column rollup_cursor.up_to is 'all postings of transactions below it are summed up';

comment on table second_factor is 'Authenticator apps of users. A row counts once usr.second_factor_at is set.';

comment on column second_factor.user_id is 'whose app it is';

comment on column second_factor.secret is 'shared with the app, sealed with the secret key';

comment on column second_factor.last_step is 'time step of the last code that was accepted: no earlier code counts again';

comment on table sign_in_failure is 'Tries that count against a limit, by account, network or event.';

comment on column sign_in_failure.subject is 'keyed hash of what the limit is for, as somebody may have typed a password there';

comment on column sign_in_failure.failed_at is 'tries that may still count, the latest first';

comment on column sign_in_failure.latest is 'the latest of them';

comment on table sign_in_network is 'Networks that somebody signed in from lately: failures elsewhere do not slow down sign-ins from there.';

comment on column sign_in_network.realm is 'keyed hash of what is signed in to';

comment on column sign_in_network.account is 'keyed hash of the account';

comment on column sign_in_network.network is 'keyed hash of the network';

comment on column sign_in_network.seen_at is 'when somebody last signed in';

comment on table signing_job is 'Signatures of orders: those that a signing device has still to make, and those it made. Written in the transaction of the order.';

comment on column signing_job.order_id is 'the order';

comment on column signing_job.till_id is 'its till';

comment on column signing_job.status is 'new, pending while a device works at it, done, or failure';

comment on column signing_job.stage is 'how far a pending one is';

comment on column signing_job.attempts is 'tries so far';

comment on column signing_job.tse_id is 'the device';

comment on column signing_job.tse_epoch is 'epoch of the device when it was claimed';

comment on column signing_job.last_update is 'of the row';

comment on column signing_job.process_type is 'processType that is signed';

comment on column signing_job.process_data is 'processData that is signed';

comment on column signing_job.transaction_number is 'the device''s number of it';

comment on column signing_job.started_at is 'start by the device''s clock';

comment on column signing_job.start_counter is 'signature counter of the start';

comment on column signing_job.start_signature is 'signature of the start';

comment on column signing_job.finished_at is 'end by the device''s clock';

comment on column signing_job.signature_counter is 'signature counter of the end';

comment on column signing_job.signature is 'signature of the end';

comment on column signing_job.duration is 'seconds from before the start to after the end';

comment on column signing_job.failure_reason is 'why the order has no signature: a word that programs compare';

comment on column signing_job.result_message is 'what the export shows of it';

comment on table site_map is 'The organiser''s picture of the site.';

comment on column site_map.corners is 'latitude and longitude of three corners, in degrees';

comment on column site_map.mime_type is 'type of the picture';

comment on column site_map.picture is 'the picture';

comment on table tax_rate is 'Tax rates.';

comment on column tax_rate.rate is 'in ten-thousandths: 1900 is 19 %';

comment on column tax_rate.is_system is 'whether every event has it';

comment on column tax_rate.tax_type is 'what the rate is to the tax office; null if nobody said';

comment on column tax_rate.typed_after is 'orders up to this one were signed before the type was given';

comment on table terminal is 'Devices at tills. A terminal waits for its registration or is registered.';

comment on column terminal.registration_uuid is 'the code that registers it; null once it is registered';

comment on column terminal.session_hash is 'hash of its token; null while it waits';

comment on column terminal.session_uuid is 'id of its session';

comment on column terminal.active_user_id is 'who is signed in; null: nobody';

comment on column terminal.active_user_role_id is 'under which role';

comment on column terminal.last_seen is 'when it last called';

comment on table terminal_device is 'Which device of the device management a terminal is.';

comment on column terminal_device.terminal_id is 'the terminal';

comment on column terminal_device.device_id is 'the management''s name of the device';

comment on column terminal_device.updated_at is 'when that was last changed';

comment on table ticket_voucher is 'Tickets that were bought in advance. Their account exists, and may hold money, before a wristband is handed out for it.';

comment on column ticket_voucher.customer_account_id is 'the account';

comment on column ticket_voucher.token is 'what the ticket has printed; opens the gate';

comment on column ticket_voucher.portal_token is 'what links to the portal have in its place';

comment on column ticket_voucher.external_reference is 'its order in the ticket shop';

comment on column ticket_voucher.external_link is 'address of the order in the shop';

comment on column ticket_voucher.redeemed_at is 'when its ticket was handed out';

comment on column ticket_voucher.order_uuid is 'in which order';

comment on column ticket_voucher.state is 'suspended: it was paid and is not any more';

comment on column ticket_voucher.credit is 'paid with the ticket for the wristband, in cents';

comment on column ticket_voucher.credit_booked is 'of it, what the guest has, in cents';

comment on column ticket_voucher.credit_in_order is 'of it, what came with the order of the ticket, in cents';

comment on column ticket_voucher.shop_position is 'position of the order in the shop';

comment on column ticket_voucher.shop_modified_at is 'time of the version that was imported';

comment on column ticket_voucher.product_id is 'the ticket that the guest gets';

comment on column ticket_voucher.product_name is 'its name in the shop';

comment on column ticket_voucher.guest_name is 'as the shop has it';

comment on column ticket_voucher.guest_email is 'as the shop has it';

comment on column ticket_voucher.admitted_elsewhere_at is 'when somebody else let the guest in, as the shop reports it';

comment on column ticket_voucher.checked_in_at is 'when the shop knew that the guest has their wristband';

comment on column ticket_voucher.check_in_stopped_at is 'when the shop refused the check-in for good';

comment on column ticket_voucher.check_in_next_at is 'when it is tried next; null: at once';

comment on column ticket_voucher.check_in_attempts is 'tries so far';

comment on column ticket_voucher.check_in_problem is 'why the last try failed, by language';

comment on table till is 'Tills: places of sale.';

comment on column till.active_shift is 'name of the shift';

comment on column till.active_profile_id is 'what may be done there, and what is on the screen';

comment on column till.terminal_id is 'its device; null for none';

comment on column till.cash_register_id is 'the register of the signed-in user; null for none';

comment on column till.is_virtual is 'the one for sales on the web';

comment on column till.z_nr is 'number of the closing that is open';

comment on column till.tse_id is 'the signing device; null for none';

comment on column till.brand is 'brand of the device, for the tax office';

comment on column till.model is 'model of the device, for the tax office';

comment on column till.software_brand is 'brand of the software, for the tax office';

comment on column till.purchased_on is 'when the device was bought';

comment on table till_button is 'Buttons of tills.';

comment on table till_button_product is 'Products of buttons.';

comment on column till_button_product.button_id is 'the button';

comment on column till_button_product.product_id is 'the product';

comment on table till_closing is 'Closings of tills that have ended: all orders of a till with one number.';

comment on column till_closing.till_id is 'the till';

comment on column till_closing.z_nr is 'number of the closing';

comment on column till_closing.closed_at is 'when it ended';

comment on column till_closing.reason is 'why it ended';

comment on table till_layout is 'What is on the screen of tills.';

comment on table till_layout_button is 'Buttons of layouts.';

comment on column till_layout_button.layout_id is 'the layout';

comment on column till_layout_button.button_id is 'the button';

comment on column till_layout_button.sequence is 'place on the screen';

comment on table till_layout_ticket is 'Tickets of layouts.';

comment on column till_layout_ticket.layout_id is 'the layout';

comment on column till_layout_ticket.ticket_id is 'the ticket';

comment on column till_layout_ticket.sequence is 'place on the screen';

comment on table till_profile is 'What may be done at tills.';

comment on column till_profile.layout_id is 'what is on their screen';

comment on column till_profile.allow_top_up is 'money onto wristbands';

comment on column till_profile.allow_cash_out is 'money off wristbands in cash';

comment on column till_profile.allow_ticket_sale is 'tickets';

comment on column till_profile.allow_ticket_vouchers is 'tickets of the presale';

comment on column till_profile.enable_ssp_payment is 'payment by wristband';

comment on column till_profile.enable_cash_payment is 'payment in cash';

comment on column till_profile.enable_card_payment is 'payment by card';

comment on table till_tse_history is 'When tills were made known to signing devices and removed from them.';

comment on column till_tse_history.client_id is 'the till''s name at the device';

comment on column till_tse_history.till_id is 'the till; null if the client is no till of the event';

comment on column till_tse_history.tse_id is 'the device';

comment on column till_tse_history.what is 'made known, or removed';

comment on column till_tse_history.z_nr is 'closing of the till';

comment on column till_tse_history.at is 'when';

comment on table tse is 'Signing devices.';

comment on column tse.type is 'vendor';

comment on column tse.status is 'active ones take orders';

comment on column tse.fault is 'why it failed or cannot be used; null when nothing is wrong';

comment on column tse.fault_since is 'since when';

comment on column tse.stopped_at_revision is 'the revision at which something failed that a new try does not fix';

comment on column tse.ws_url is 'its address';

comment on column tse.ws_timeout is 'seconds to wait for a connection';

comment on column tse.password is 'sealed with the secret key';

comment on column tse.password_refused is 'whether the device refused the password: three tries would block it';

comment on column tse.revision is 'rises with each change of address or password';

comment on column tse.epoch is 'rises when another process takes the device over';

comment on column tse.first_operation is 'when it was first used';

comment on column tse.serial is 'as the device says';

comment on column tse.hashalgo is 'as the device says';

comment on column tse.time_format is 'as the device says';

comment on column tse.public_key is 'as the device says';

comment on column tse.certificate is 'as the device says';

comment on column tse.process_data_encoding is 'as the device says';

comment on column tse.tse_description is 'as the device says';

comment on column tse.certificate_date is 'end of the certificate, as the device says';

comment on column tse.certification_year is 'as the device says';

comment on column tse.last_contact is 'when it last answered';

comment on column tse.connected is 'whether it answers';

comment on column tse.last_transaction is 'newest transaction number seen';

comment on column tse.last_counter is 'newest signature counter seen';

comment on table tse_orphan is 'Transactions that were begun at a device and belong to no signed order: they explain gaps in its counters.';

comment on column tse_orphan.tse_id is 'the device';

comment on column tse_orphan.client_id is 'the client it was begun for; null if nobody knows';

comment on column tse_orphan.order_id is 'the order it was begun for; null if nobody knows';

comment on column tse_orphan.transaction_number is 'null: nobody knows whether the device began it';

comment on column tse_orphan.noted_at is 'when it was noticed';

comment on column tse_orphan.next_try is 'when it is closed, if the device would not do so; null: at once';

comment on column tse_orphan.closed_at is 'null while it may be open';

comment on column tse_orphan.closed_as is 'how it ended';

comment on table user_role is 'Roles: what users may do where they are assigned.';

comment on column user_role.event_id is 'the event of the node; 0 above events';

comment on column user_role.is_privileged is 'whether only some may assign it';

comment on column user_role.privileges is 'what its holders may do';

comment on column user_role.assignable_role_ids is 'roles that its holders may assign; null if nobody chose any';

comment on table user_session is 'Sessions of users in the back office and of programs.';

comment on column user_session.token_hash is 'hash of the token';

comment on column user_session.user_id is 'whose session it is';

comment on column user_session.address is 'network address of the sign-in, if it is known';

comment on column user_session.expires_at is 'when it ends at the latest';

comment on column user_session.last_seen_at is 'when the token was last shown, to the minute';

comment on column user_session.kind is 'bearer of programs, web of browsers';

comment on column user_session.browser is 'browser and system of the sign-in';

comment on table user_tag is 'Wristbands and cards with their chips.';

comment on column user_tag.pin is 'printed on it; signs the guest in';

comment on column user_tag.uid is 'chip number; null until it is first used';

comment on column user_tag.secret_id is 'keys of the chip';

comment on column user_tag.comment is 'what the office noted';

comment on column user_tag.variant_ids is 'kinds that it is of';

comment on table user_tag_history is 'Wristbands that accounts had.';

comment on column user_tag_history.account_id is 'the account';

comment on column user_tag_history.user_tag_id is 'the wristband';

comment on column user_tag_history.mapping_was_valid_until is 'until when';

comment on table user_tag_secret is 'Keys of the chips of an event.';

comment on column user_tag_secret.key0 is 'sealed with the secret key';

comment on column user_tag_secret.key1 is 'sealed with the secret key';

comment on table user_tag_variant is 'Kinds of wristbands, such as ages and crew.';

comment on column user_tag_variant.variant_name is 'its name';

comment on column user_tag_variant.priority is 'the higher, the older the wearer';

comment on table user_to_role is 'Who has which role where.';

comment on column user_to_role.user_id is 'who';

comment on column user_to_role.role_id is 'the role';

comment on column user_to_role.terminal_only is 'whether it counts at terminals only';

comment on table usr is 'Users: people who work for an event or the organisation.';

comment on column usr.event_id is 'the event they belong to; 0 above events';

comment on column usr.login is 'the name they sign in with';

comment on column usr.display_name is 'the name that others see';

comment on column usr.password_hash is 'null: they sign in at terminals only';

comment on column usr.user_tag_id is 'the wristband they sign in with';

comment on column usr.customer_account_id is 'their account as a guest';

comment on column usr.transport_account_id is 'the account of the cash they carry';

comment on column usr.cash_register_id is 'the register they hold';

comment on column usr.created_by is 'who made them';

comment on column usr.deactivated_at is 'when they left; users whom nothing names are deleted instead';

comment on column usr.must_change_password is 'somebody else chose the password';

comment on column usr.second_factor_at is 'since when signing in takes a second factor';
