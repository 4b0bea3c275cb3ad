-- Published terminals send movements of cash without an id, and send them again when an answer is late: the money moved twice. Such requests
-- are now kept as well, with an id that the server makes, and found by their content.

create index cash_request_content on cash_request (event_id, request_hash, created_at desc);

comment on column cash_request.request_id is
  'the id that the terminal made for the request; made by the server for a movement of cash that came without one';

comment on column cash_request.request_hash is
  'of the content of the request; of a request that came without an id also of who made it';

comment on table cash_request is 'Requests for cash at terminals, so that one that is sent again is done once.';
