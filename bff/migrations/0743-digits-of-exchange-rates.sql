-- One euro is 0.0000105 bitcoin: with eight decimals, the rate of a payment does not lead to its amounts. Rates that are stored keep
-- their decimals, which a digest contains.
alter table payments alter column exchange_rate type numeric;
