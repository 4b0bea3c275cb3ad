-- How a session's token reaches the server: from a program as bearer token, or from a browser as cookie. Each counts in its own
-- way only, so a token that leaks from one of them opens nothing as the other.
alter table user_session add kind text not null default 'bearer' check (kind in ('bearer', 'web'));
