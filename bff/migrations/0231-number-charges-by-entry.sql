-- What a line of a statement books.
create index number_charges_by_entry on number_charges (entry_id);
