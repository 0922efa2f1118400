-- An import computed an answer that was up to a second before its call, because clocks of telephone systems are rounded to seconds.
update cdrs set answered = started, ring_seconds = 0 where ring_seconds < 0;
alter table cdrs add check (ring_seconds >= 0);
