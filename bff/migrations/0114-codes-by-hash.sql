-- A code is found as quickly for an address with many links as for one that nobody has: time must not tell which.
create index one_time_tokens_code on one_time_tokens (code_hash) where code_hash is not null;
