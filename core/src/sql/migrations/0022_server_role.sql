-- Servers and workers need to read, add and change rows, and nothing else. The role wristbank_server may do that; what was
-- booked or told of changes it can only add to, as the tables that refuse changes show. The owner of the tables, who brings
-- migrations, is somebody else: triggers hold against mistakes, privileges against whoever gets hold of a server's connection.

-- Gives the role what it needs on every table, again after each migration. Answers false when there is no such role and the
-- caller may not create one.
create function grant_to_servers() returns boolean language plpgsql as $$
declare
  server constant name := 'wristbank_server';
  found record;
begin
  perform pg_advisory_xact_lock(hashtext('grant_to_servers'));
  if not exists (select from pg_roles where rolname = server) then
    begin
      execute format('create role %I nologin', server);
    exception
      when insufficient_privilege then return false;
      when duplicate_object or unique_violation then null; -- made in another database of this PostgreSQL meanwhile
    end;
  end if;
  if not has_schema_privilege(server, current_schema(), 'usage') then
    execute format('grant usage on schema %I to %I', current_schema(), server);
  end if;
  for found in
    select relation.oid::regclass as name, relkind = 'S' as is_sequence, coalesce(held.privileges, '') as held, case
      when relkind = 'S' then 'SELECT, USAGE'
      when relname like '%migration%' then 'SELECT'
      when exists (select from pg_trigger
        -- bits of tgtype: 8 delete, 16 update
        where tgrelid = relation.oid and tgfoid = 'refuse_change'::regproc and tgtype & 24 = 24) then 'INSERT, SELECT'
      else 'DELETE, INSERT, SELECT, UPDATE'
    end as needed
    from pg_class as relation,
      lateral (select string_agg(privilege_type, ', ' order by privilege_type) as privileges
        from aclexplode(relacl) where grantee = server::regrole) as held
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and pg_has_role(relowner, 'usage')
  loop
    continue when found.held = found.needed;
    execute format('revoke all on %s %s from %I', case when found.is_sequence then 'sequence' else 'table' end, found.name, server);
    execute format('grant %s on %s %s to %I',
      found.needed, case when found.is_sequence then 'sequence' else 'table' end, found.name, server);
  end loop;
  return true;
end $$;
