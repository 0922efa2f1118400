-- SHA-256 of the token of a browser that the account knew when the session started; null for other browsers. A flood of
-- logins ends sessions of its own browser or network first.
alter table sessions add column browser_hash bytea;
