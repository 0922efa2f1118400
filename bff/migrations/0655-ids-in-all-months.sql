-- Imports look for the ids of a file in all months: a message has one id whatever its time. Hashes make these indexes small and their
-- comparisons fast; those by id remain for pages, whose conditions must be leakproof.
create index messages_by_id_hash on messages (hashtextextended(message_id, 0));
create index cdrs_by_id_hash on cdrs (hashtextextended(cdr_id, 0));
