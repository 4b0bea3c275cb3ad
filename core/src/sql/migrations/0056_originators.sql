-- Every entry of the audit log says who did it: a user, a terminal, or `by` in its content, which names the account that ran a command, a
-- guest, a visitor who was not signed in, or the program itself.
alter table audit_log add constraint audit_log_originator
  check (originating_user_id is not null or originating_terminal_id is not null or content->>'by' is not null) not valid;

comment on column audit_log.originating_user_id is 'who did it; null where no user did, then the terminal or `by` in the content says who';
