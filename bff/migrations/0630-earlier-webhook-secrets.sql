-- The secret that was in use before the first of several rotations within a day, which signs as well until that moment: one rotation
-- whose response was lost must not silence it.
alter table webhooks add column earlier_secret_sealed text, add column earlier_secret_until timestamptz,
  add check ((earlier_secret_sealed is null) = (earlier_secret_until is null));
grant update (earlier_secret_sealed, earlier_secret_until) on webhooks to portal_app;
