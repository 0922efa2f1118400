-- A visitor without a session repeats a request by its key alone.
create index idempotency_keys_key on idempotency_keys (key);
