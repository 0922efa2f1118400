-- email_revert: lets the owner of an address that was given up take the account back.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('confirm', 'restore', 'email_change', 'email_revert'));
