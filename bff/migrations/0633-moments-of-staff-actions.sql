-- An action is recorded after it has locked what it changes, so the moments of actions of one account or service are in the order of their
-- locks. The begin of the transaction is not: it may have waited.
alter table staff_actions alter column recorded_at set default clock_timestamp();
