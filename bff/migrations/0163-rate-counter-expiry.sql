-- When a count leaves its window: housekeeping deletes it then, not days later. Rows of an older server have none.
alter table rate_counters add column expires_at timestamptz;
