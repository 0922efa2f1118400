-- An address with a valid revert link is reserved for its account.
create index one_time_tokens_reverts on one_time_tokens (lower(email)) where purpose = 'email_revert';
