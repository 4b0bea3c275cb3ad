-- The roles that holders of a role may assign beyond their own privileges; null if nobody chose any. A role that is deleted is
-- taken off all lists.
alter table user_role add column assignable_role_ids bigint[];

-- Lists of users show where each of them is signed in.
create index terminal_active_user on terminal (active_user_id) where active_user_id is not null;
