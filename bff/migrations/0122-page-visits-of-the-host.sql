-- A page counts for its area and for the host when both have a canary.
alter table page_visits add constraint page_visits_visit_area_key unique (visit, area);
alter table page_visits drop constraint page_visits_visit_key;
