#!/usr/bin/env bash
# Prepares the image in which sheets are graded. The platform runs it once, as root.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

# A Python that is new enough and can make virtual environments: Debian and Ubuntu keep those apart.
find_python() {
  local name
  for name in python3.13 python3.12 python3.11 python3; do
    if "$name" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$name"
      return 0
    fi
  done
  return 1
}

if ! python=$(find_python); then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update || true
  # Ubuntu 22.04 has the first; on later versions python3 itself is new enough.
  apt-get install -y python3.11 python3.11-venv || apt-get install -y python3 python3-venv || true
  if ! python=$(find_python); then
    echo "setup.sh: plytrace needs Python 3.11 or later with venv, and none could be installed." >&2
    echo "setup.sh: choose a newer base image: Ubuntu 22.04 or later." >&2
    exit 1
  fi
fi

echo "setup.sh: using $("$python" --version)"
"$python" -m venv venv
venv/bin/python -m pip install --disable-pip-version-check --no-input -r requirements.txt

# Compile once here instead of for every submission.
venv/bin/python -m compileall -q engine trees tracer tui

# If plytrace cannot start, fail now instead of for every student.
PYTHONPATH=$PWD venv/bin/python -P -m tui.cli --version
