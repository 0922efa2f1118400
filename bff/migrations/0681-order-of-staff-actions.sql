-- The order in which the staff acted, whatever the clock said: an account gets back the status that it had before.
alter table staff_actions add column number bigint generated always as identity;
