-- When a program last used each token, to the minute: its owner sees whether a token is still in use before ending it.
alter table accounts
  add account_token_last_used timestamptz,
  add second_token_last_used timestamptz;
-- Promoting a token passes its time on.
grant update (account_token_last_used, second_token_last_used) on accounts to portal_app;
