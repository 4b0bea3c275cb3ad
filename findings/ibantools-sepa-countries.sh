#!/usr/bin/env bash
# ibantools 4.5.4 does not know five countries that have joined the SEPA schemes: Albania, Montenegro (2024), Moldova, North Macedonia and
# Serbia (2025) are `SEPA: false` in its table, though it has the lengths of their IBANs. A payout to them is refused if the flag decides.
# Source of the membership: European Payments Council, EPC409-09, list of SEPA scheme countries.
# Output seen on 29 November 2026: "AL 28 false", "MD 24 false", "ME 22 false", "MK 19 false", "RS 22 false", "HR 21 true".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent ibantools@4.5.4
seen=$(node --input-type=module --eval '
  import { countrySpecs, isSEPACountry } from "ibantools"
  for (const country of ["AL", "MD", "ME", "MK", "RS", "HR"]) {
    console.log(country, countrySpecs[country].chars, isSEPACountry(country))
  }
')
echo "$seen"
test "$seen" = "AL 28 false
MD 24 false
ME 22 false
MK 19 false
RS 22 false
HR 21 true"
