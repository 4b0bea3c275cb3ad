-- The authenticator app of a user. Its row exists from the moment that enrolment begins; it counts once usr.second_factor_at is set.
create table second_factor (
  user_id bigint primary key references usr on delete cascade,
  -- shared with the app, encrypted with the installation's key, see Secrets.ts
  secret text not null,
  -- the time step of the latest code that was accepted: no code of this or an earlier step counts again
  last_step bigint not null default 0
);

-- Codes for the day when the app is lost. Each works once and is deleted then.
create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Since when signing in takes a second factor. A column of usr, as whoever opens a session locks that row.
alter table usr add second_factor_at timestamptz;

-- Whether users at this node and below it need a second factor.
alter table node add second_factor_required boolean not null default false;

-- The browser of a session's sign-in, by name and system alone.
alter table user_session add browser text;
