-- Records of one batch can cost more and less by the same amount. Nothing is posted then, but the batch has changed, and a month that
-- was closed without a document has usage now.
alter table usage_corrections alter column entry_id drop not null;
alter table usage_corrections drop constraint usage_corrections_difference_check,
  add constraint usage_corrections_difference_check check ((difference = 0) = (entry_id is null));
