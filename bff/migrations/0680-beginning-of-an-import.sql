-- An import saves its progress before its first part: what it rejects in this part is its own when it is repeated.
alter table import_progress drop constraint import_progress_bytes_check, add check (bytes >= 0);
