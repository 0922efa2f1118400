-- The limits of bot checks find a browser by its token alone, before they know the account.
create index known_devices_token on known_devices (token_hash);
