#!/usr/bin/env bash
# Formats the C++ sources with the project's .clang-format; with --check changes nothing and fails if something would.
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s globstar nullglob
files=({include,src,shell,bench,examples,tests/unit,tests/stress,tools}/**/*.{h,cc})
[[ ${#files[@]} -eq 0 ]] && exit 0
options=(-i)
[[ ${1:-} == --check ]] && options=(--dry-run --Werror)
printf '%s\0' "${files[@]}" | xargs -0 -n 20 -P "$(nproc)" clang-format-19 "${options[@]}"
