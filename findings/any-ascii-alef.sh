#!/usr/bin/env bash
# any-ascii 0.3.3 writes nothing for the Arabic letter alef and an apostrophe for alef with hamza. A name that begins with it loses its
# first letter, and a text of alefs alone becomes empty, where a bank file or a printed list needs at least one Latin character. A program that
# uses it for such texts needs a rule for an empty result; the Greek and Cyrillic names below keep every letter.
# Output seen on 29 November 2026: "" for alef, "hmd" for a name that begins with it, "mhmd", "Alexandros", "Mariya".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent any-ascii@0.3.3
seen=$(node --input-type=module --eval '
  import anyAscii from "any-ascii"
  const texts = ["\u0627", "\u0627\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f", "\u0391\u03bb\u03ad\u03be\u03b1\u03bd\u03b4\u03c1\u03bf\u03c2", "\u041c\u0430\u0440\u0438\u044f"]
  for (const text of texts) console.log(JSON.stringify(anyAscii(text)))
')
echo "$seen"
test "$seen" = '""
"hmd"
"mhmd"
"Alexandros"
"Mariya"'
