-- Requests for cash at terminals that carried an id, so that one that is sent again is done once.
create table cash_request (
  event_id bigint not null references event,
  request_id uuid not null,
  -- of the request's content
  request_hash text not null,
  -- of what the answer shows; null when it shows nothing
  cash_register_id bigint,
  created_at timestamptz not null default now(),
  primary key (event_id, request_id)
);
