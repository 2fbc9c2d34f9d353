#!/usr/bin/env bash
# Line coverage of the core by the whole suite: the Rust tests, and the Python tests over an instrumented extension.
#
#   tools/coverage.sh [PYTEST ARGUMENTS]     default: the everyday tests
#
# Needs cargo-llvm-cov and LLVM tools as new as rustc's: LLVM_COV and LLVM_PROFDATA name them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=${MUJO_VENV:-.venv}
python=$(cd "$venv/bin" && pwd)/python
export PYO3_PYTHON=$python
export CARGO_TARGET_DIR=$PWD/target/coverage
# Counting what runs is slow enough.
export CARGO_PROFILE_DEV_OPT_LEVEL=3
# shellcheck disable=SC1090
source <(cargo llvm-cov show-env --sh)
cargo llvm-cov clean --workspace
cargo test --locked -q
cargo build --locked -q -p mujo-py

# The instrumented extension goes into a copy of the packages, so that the one in use stays as it is.
copy=$CARGO_TARGET_DIR/python
rm -rf "$copy"
cp -r python "$copy"
for extension in "$copy"/mujo/_core*.so; do
  rm "$extension"
  cp "$CARGO_TARGET_DIR/debug/lib_core.so" "$extension"
done
if [ $# -eq 0 ]; then
  set -- tests --ignore tests/packaging --ignore tests/typing --ignore tests/docs
fi
# Failures, such as tests that measure time, do not matter here: the lines that ran are counted.
PYTHONPATH=$copy "$python" -m pytest -q "$@" || true
left_out='rust/py/|/registry/|rust/fuzz/|rust/core/(tests|benches)/'
cargo llvm-cov report --ignore-filename-regex "$left_out" --show-missing-lines
cargo llvm-cov report --ignore-filename-regex "$left_out" --json --summary-only | "$python" tools/coverage_table.py
