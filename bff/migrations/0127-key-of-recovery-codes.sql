-- The SECRETS_KEY of the hash. Null for codes that were issued before the column existed, whose key is unknown.
alter table recovery_codes add column key_id text;
