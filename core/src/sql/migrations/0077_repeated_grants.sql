-- Published terminals grant vouchers without an id, and send again when an answer is late: the guest had them twice. Such grants are now
-- kept as well, with an id that the server makes, and found by their content.

-- A hash index answers this search alone. A plan made while the table was small could take another kind for the search by id, and read
-- all grants of the event once it has grown.
create index grant_request_content on grant_request using hash (request_hash);

comment on table grant_request is 'Grants of free tickets and vouchers, so that one that is sent again is done once.';

comment on column grant_request.request_id is
  'the id that the terminal made for the request; made by the server for a grant of vouchers that came without one';

comment on column grant_request.request_hash is
  'of the content of the request; of a request that came without an id also of the terminal';
