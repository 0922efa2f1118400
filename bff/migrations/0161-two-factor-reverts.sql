-- two_factor_revert: lets the owner of the mailbox disable a second factor that somebody else has enabled.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('confirm', 'restore', 'email_change', 'email_revert', 'two_factor_revert'));
-- A revert link disables a second factor that was enabled since: the first request of the change, which is older than the
-- link of the change's end. Null: since the link was issued.
alter table one_time_tokens add column reverts_since timestamptz;
