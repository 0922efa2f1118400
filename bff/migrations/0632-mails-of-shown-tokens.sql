-- When the owner was last mailed that an API token was shown: once a day is enough.
alter table accounts add column token_reveal_mailed timestamptz;
grant update (token_reveal_mailed) on accounts to portal_app;
