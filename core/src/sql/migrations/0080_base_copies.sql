-- What fails each night without a word is found when a backup is needed: a worker notes how old the newest copy of the whole is.

create table base_copy (
  id boolean primary key default true check (id),
  newest timestamptz,
  watched_since timestamptz not null
);

comment on table base_copy is
  'The copies of the whole embedded database in the folder of backups, as a worker last saw them: one row, none without such a folder.';

comment on column base_copy.id is 'true: there is one row';

comment on column base_copy.newest is 'when the newest was made; null if there is none';

comment on column base_copy.watched_since is 'when a worker first looked';
