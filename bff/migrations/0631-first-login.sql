-- Whether the account's first login was before: browsers are forgotten, so their number does not tell. Everybody accepts the agreement at
-- the first login.
alter table accounts add column has_logged_in boolean not null default false;
update accounts a set has_logged_in = true
where dpu_accepted_at is not null or exists (select from known_devices d where d.account_id = a.account_id);
