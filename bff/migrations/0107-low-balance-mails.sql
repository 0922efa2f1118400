-- When the customer was last told that the balance is below the limit: once an episode, however long it lasts.
alter table services add column threshold_told_at timestamptz;
