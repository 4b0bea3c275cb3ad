-- Rates may have no tax type: published applications know none, and only German tills need one. What was signed before a
-- type was given stands among the untaxed amounts, so the export goes on calling it undetermined: orders up to this one.
alter table tax_rate add column typed_after bigint;
