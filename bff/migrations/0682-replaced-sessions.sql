-- A request that was in flight when its browser got a new session, as a change of password starts one, goes on with that.
alter table sessions add column replaced_hash bytea;
create index sessions_replaced on sessions (replaced_hash) where replaced_hash is not null;
