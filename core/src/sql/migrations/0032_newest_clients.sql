-- The roles that holders of a role may assign beyond their own privileges; null if nobody chose any. A role that is deleted is
-- taken off all lists.
alter table user_role add column assignable_role_ids bigint[];

-- Lists of users show where each of them is signed in.
create index terminal_active_user on terminal (active_user_id) where active_user_id is not null;

-- When the account got its first wristband; null for accounts from before, as nobody noted it then.
alter table account add column activated_at timestamptz;

-- As before, and notes when the account got its first wristband.
create or replace function open_tags(of_event bigint, openings tag_opening[])
returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  opening tag_opening;
begin
  foreach opening in array array(select listed from unnest(openings) as listed order by listed.uid) loop
    update user_tag set uid = opening.uid
    from (
      select tag.ctid as place from user_tag tag
      where tag.event_id = of_event and tag.id between opening.user_tag_id and opening.user_tag_id
      order by tag.id offset 0
    ) as held
    where user_tag.ctid = held.place and user_tag.uid is null;
    if opening.ticket_voucher_id is null then
      insert into account (event_id, id, node_id, type, user_tag_id, activated_at)
      values (of_event, opening.account_id, of_event, 'private', opening.user_tag_id, now());
      insert into customer (event_id, account_id) values (of_event, opening.account_id);
    else
      update account set user_tag_id = opening.user_tag_id, activated_at = coalesce(activated_at, now())
      where account.event_id = of_event and account.id = opening.account_id;
    end if;
  end loop;
end $$;
