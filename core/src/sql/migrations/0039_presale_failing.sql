-- Since when the ticket shop of an event can't be read, for overviews: failed_at is only the last of the failures.

alter table presale_source add failing_since timestamptz;

comment on column presale_source.failing_since is 'when the first of the failures in a row was';

update presale_source set failing_since = failed_at where failures > 0;
