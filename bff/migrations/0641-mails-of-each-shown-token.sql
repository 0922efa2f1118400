-- When the owner was last mailed that the second API token was shown: once a day for each token is enough.
alter table accounts add column second_token_reveal_mailed timestamptz;
grant update (second_token_reveal_mailed) on accounts to portal_app;
