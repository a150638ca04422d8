#!/usr/bin/env bash
# Formats the C++ sources with the project's .clang-format; with --check changes nothing and fails if something would.
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s globstar nullglob
files=({include,src,shell,bench,examples,python,tests/{unit,stress,fuzz,hostile,package},tools}/**/*.{h,hpp,c,cc})
[[ ${#files[@]} -eq 0 ]] && exit 0
run() { printf '%s\0' "${files[@]}" | xargs -0 -n 20 -P "$(nproc)" clang-format-19 "$@"; }
if [[ ${1:-} != --check ]]; then
  run -i
else
  bad=$(run --dry-run 2>&1 | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: warning.*/\1/p' | sort | uniq -c || true)
  [[ -z $bad ]] && exit 0
  printf 'places to format, by file (make format mends them):\n%s\n' "$bad"
  exit 1
fi
