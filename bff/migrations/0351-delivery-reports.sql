-- A delivery report can change what a message costs, as a new price list can for calls: a correction names what caused it, a staff
-- action or the reports.
alter table usage_corrections drop constraint usage_corrections_action_key_fkey;

-- Reports name messages by what their sender or carrier calls them.
create index messages_by_provider_id on messages (provider_id, created) where provider_id is not null;
-- Those that a report or the end of their validity will change are few.
create index messages_by_validity on messages (validity_until)
where status in ('scheduled', 'queued', 'sent', 'accepted');
