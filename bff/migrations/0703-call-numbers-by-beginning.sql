-- A beginning that few calls have was found by reading the whole history in order of time: the planner takes such a range of the index of
-- calls for larger than it is.
create index call_numbers_by_beginning on call_numbers (account_id, service_id, number text_pattern_ops);
