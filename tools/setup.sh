#!/usr/bin/env bash
# Installs what building and testing need on Debian 12 and later. Does nothing, at no cost, where all of it is there.
#   tools/setup.sh          the compiler, the build tools, the libraries
#   tools/setup.sh --node         node and npm as well (only the program tests compare with node)
#   tools/setup.sh --aarch64      what the engine is cross-compiled to AArch64 with, and qemu
#   tools/setup.sh --toolchains   the same, and the other compilers that the collector is tested with
#   tools/setup.sh --lab          what the laboratory draws its pictures with
#   tools/setup.sh --docs         what the site of the documents is made with; Debian's release pins the versions
set -euo pipefail

# package, or package:command where the command may well be there without being Debian's package
packages=(
  clang-19 clang-format-19 lld-19 llvm-19 libclang-rt-19-dev cmake:cmake ninja-build:ninja ccache:ccache make:make
  python3:python3 libicu-dev icu-devtools libdouble-conversion-dev libtommath-dev libxxhash-dev libb2-dev libgtest-dev libgmock-dev libedit-dev
  libcpp-httplib-dev nlohmann-json3-dev libwebsockets-dev python3-dev python3-venv
)
# Temporal is computed by a Rust library. Debian's own compiler may be too old for it, the one for browsers is not.
cargo_is_new() {
  local version
  version=$(cargo --version 2>/dev/null | sed -n 's/^cargo 1\.\([0-9]*\)\..*/\1/p')
  [[ -n $version && $version -ge 86 ]]
}
cargo_is_new || packages+=(rustc-web cargo-web)
# What checks and benchmarks of the collector and the check of the packages need.
packages+=(
  g++-12 lintian fakeroot
  python3-pyelftools python3-clang-19 gdb:gdb googletest libgumbo-dev libgc-dev libmimalloc-dev pkg-config:pkg-config
)
# Libraries of another architecture come as Debian's own packages of it. Machine code that is written at run time needs qemu
# 8.1; Debian 12 has that in its backports.
qemu_is_new() {
  local version
  version=$(qemu-aarch64 --version 2>/dev/null | sed -n '1s/.*version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  [[ -n $version ]] && (( ${version% *} * 100 + ${version#* } >= 801 ))
}
aarch64=(g++-aarch64-linux-gnu libdouble-conversion-dev:arm64 libtommath-dev:arm64 libb2-dev:arm64 libgtest-dev:arm64 libgmock-dev:arm64)
for argument in "$@"; do
  case $argument in
    --node) packages+=(nodejs:node npm:npm) ;;
    --lab) packages+=(python3-matplotlib) ;;
    --docs) packages+=(doxygen mkdocs mkdocs-material python3-pymdownx python3-pygments) ;;
    --aarch64) packages+=("${aarch64[@]}") ;;
    --toolchains) packages+=(gcc-12 clang-14 "${aarch64[@]}") ;;
  esac
done

[[ " $* " == *" --aarch64 "* || " $* " == *" --toolchains "* ]] && ! qemu_is_new && wants_qemu=1 || wants_qemu=
native=$(dpkg --print-architecture 2>/dev/null || true)
missing=()
for entry in "${packages[@]}"; do
  package=${entry%%:*} architecture=$native
  if [[ $entry == *:arm64 ]]; then
    package=$entry architecture=arm64
  elif [[ $entry == *:* ]] && command -v "${entry#*:}" >/dev/null; then
    continue
  fi
  installed=$(dpkg-query -W -f '${Status} ${Architecture}\n' "$package" 2>/dev/null || true)
  if ! grep -qxE "install ok installed ($architecture|all)" <<<"$installed"; then missing+=("$package"); fi
done
backports=
if [[ -n $wants_qemu ]]; then
  backports=$(. /etc/os-release && [[ ${VERSION_CODENAME:-} == bookworm ]] && echo bookworm-backports || true)
  missing+=("qemu-user${backports:+/$backports}")
fi
[[ ${#missing[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "This system has no apt-get. Install what corresponds to these Debian packages, then try again:" >&2
  echo "  ${missing[*]}" >&2
  exit 1
fi
install=(apt-get install -y --no-install-recommends "${missing[@]}")
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  # A password prompt is fine for a person at a terminal and a hang for everything else.
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
    as_root=(sudo)
  else
    echo "Packages are missing and installing them needs root. Run this as root, then try again:" >&2
    [[ ${missing[*]} == *:arm64* ]] && echo "  dpkg --add-architecture arm64" >&2
    echo "  apt-get update && ${install[*]}" >&2
    exit 1
  fi
fi
echo "Installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
if [[ ${missing[*]} == *:arm64* ]]; then "${as_root[@]}" dpkg --add-architecture arm64; fi
if [[ -n $backports ]]; then
  repository=$(apt-get indextargets --format '$(REPO_URI)' "Codename: ${backports%-*}" "Created-By: Packages" | head -n 1)
  "${as_root[@]}" tee /etc/apt/sources.list.d/halfword-backports.list >/dev/null \
    <<<"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $repository $backports main"
fi
if ! "${as_root[@]}" "${install[@]}" >&2; then  # a fresh system knows no package until its first update
  "${as_root[@]}" apt-get update >&2
  "${as_root[@]}" "${install[@]}" >&2
fi
