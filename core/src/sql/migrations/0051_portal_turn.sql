-- The portal at `/portal` of the installation belonged to the only event. A second event, or a copy for the next year, switched it off
-- for the guests of the running one. Now it belongs to the event that has been without an address of its own for the longest time.

alter table event add column without_portal_since timestamptz not null default now();

comment on column event.without_portal_since is 'since when the event has no portal address of its own and is active, if that is so: of all such events the earliest has the portal of the installation';
