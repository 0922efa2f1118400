-- A change of a customer holds its session until the commit (FOR KEY SHARE), which PostgreSQL allows only to roles that may update
-- a column of it.
grant update (last_seen) on sessions to portal_app;
