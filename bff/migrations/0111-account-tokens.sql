-- The token's owner may look at it again: it is kept sealed with SECRETS_KEY, beside the hash that it is checked by.
-- Tokens that were made before stay unreadable; their owners can replace them. The second token is to take the
-- first one's place once everything that uses it has changed over.
alter table accounts
  add account_token_sealed text,
  add second_token_hash bytea,
  add second_token_last4 text,
  add second_token_sealed text,
  add constraint accounts_second_token
    check (num_nulls(second_token_hash, second_token_last4, second_token_sealed) in (0, 3));
