-- The wristband that a guest blocked because it was lost. The account has no tag from then on, until the help desk gives it another.
alter table customer add column blocked_tag_id bigint;

create unique index customer_blocked_tag on customer (event_id, blocked_tag_id) where blocked_tag_id is not null;
