#!/usr/bin/env bash
# The project's checks, the same for developers and for CI.
#
#   tools/check.sh            all of them, the tests last
#   tools/check.sh STEP...    only these, in this order
#
# Steps: fmt ruff clippy doc rust mypy stubs page docs packages tests; outside "all": long coverage deny msrv abi3.
# Uses the Python of $MUJO_VENV (default .venv), set up as in the README, and runs the tests in $MUJO_JOBS processes
# (default: one for each core, eight at most).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=${MUJO_VENV:-.venv}
for bin in "$venv/bin" "$venv/Scripts"; do
  [ -d "$bin" ] && break
done
python=$(cd "$bin" 2>/dev/null && pwd || true)/python
if [ ! -e "$python" ] && [ ! -e "$python.exe" ]; then
  echo "no Python in $venv: set it up as the README says, or name another in MUJO_VENV" >&2
  exit 1
fi
# The bindings are compiled anew for every path of an interpreter. So take the path under which pip has built them.
if [ -f "$bin/pip" ]; then
  pip_python=$(sed -n '1s/^#!//p' "$bin/pip")
  if [ -x "$pip_python" ] && [ "$(dirname "$pip_python")" = "$(dirname "$python")" ]; then
    python=$pip_python
  fi
fi
export PYO3_PYTHON=$python
target=${CARGO_TARGET_DIR:-target}
jobs=(-n "${MUJO_JOBS:-auto}" --maxprocesses 8 --dist worksteal)

step_fmt() { cargo fmt --all --check; }
step_clippy() {
  cargo clippy --locked --workspace --all-targets -- -D warnings
  cargo clippy --locked -p mujo-py --features bench -- -D warnings
}
step_rust() { cargo test --locked; }
# The docs of mujo-py are those of Python, written for help() and not for rustdoc.
step_doc() { RUSTDOCFLAGS="-D warnings" cargo doc --locked -p mujo-core --no-deps --document-private-items; }
step_deny() { cargo deny check; }
step_ruff() { "$python" -m ruff check . && "$python" -m ruff format --check .; }
step_mypy() { "$python" -m mypy --strict; }
step_stubs() { "$python" -m mypy.stubtest mujo._core --allowlist tests/typing/stubtest-allowlist.txt; }
# The types that the modules of the page state in JSDoc.
step_page() {
  if ! command -v tsc >/dev/null; then
    echo "skipped: there is no TypeScript compiler (Debian: apt-get install node-typescript)"
    return
  fi
  tsc -p tools/page-types.json
}
# The site is built from the installed package, with warnings as errors and without network.
step_docs() {
  "$python" -m sphinx -q -W --keep-going -b html docs "$target/site"
  "$python" tools/check_site.py "$target/site"
}
step_packages() { CARGO_TARGET_DIR=$target "$python" -m pytest -m long tests/packaging; }
# The tests of the packages share one build.
step_long() {
  "$python" -m pytest -m long "${jobs[@]}" --ignore tests/packaging
  step_packages
}
step_coverage() {
  "$python" -m coverage erase
  "$python" -m coverage run -m pytest "${jobs[@]}"
  "$python" -m coverage combine --quiet
  "$python" -m coverage report
}
step_tests() { "$python" -m pytest "${jobs[@]}"; }
# The oldest Rust that Cargo.toml promises.
step_msrv() {
  local oldest
  oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  rustup toolchain install "$oldest" --profile minimal
  cargo "+$oldest" check --locked --workspace --all-targets
}
step_abi3() { cargo check --locked -p mujo-py --features abi3; }

if [ $# -eq 0 ]; then
  set -- fmt ruff clippy doc rust mypy stubs page docs packages tests
fi
for name in "$@"; do
  if ! declare -F "step_$name" >/dev/null; then
    echo "there is no step $name" >&2
    exit 1
  fi
done
for name in "$@"; do
  began=$SECONDS
  printf '\n== %s\n' "$name"
  # Not `step || ...`: that would switch off `set -e` inside the step.
  "step_$name"
  # The tests end with their own summary line, which is to stay the last one.
  [ "$name" = tests ] || printf '== %s: good, %s s\n' "$name" $((SECONDS - began))
done
