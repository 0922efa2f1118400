-- Answers to the bot check that have been used: each is good once. They are kept until they expire, ten minutes at most,
-- so that losing them in a crash costs next to nothing and the table skips the log.
create unlogged table used_bot_checks (
  id text primary key,
  expires_at timestamptz not null
);
create index used_bot_checks_expires_at on used_bot_checks (expires_at);
