#!/usr/bin/env bash
# Grades one submission. @TITLE@ runs it for every one, @ABOUT@.
#
# To try it on your own machine, name a folder with a submission and one for the results:
#   PLYTRACE_PYTHON=python3 ./run_autograder SUBMISSION RESULTS
# PLYTRACE_PYTHON is a Python that has the packages of requirements.txt; the default is below.
set -u

# These may be changed.
KEY=@KEY@
FEEDBACK=@FEEDBACK@  # score, hint or full
COMMAND=@COMMAND@  # the command that grades, with its options

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# Gradescope copies this script to the folder above the one that it came in.
if [ -d "$here/source/tracer" ]; then
  base=$here
  source=$here/source
else
  base=$(dirname -- "$here")
  source=$here
fi
submission=${1:-$base/@SUBMISSION@}
results=${2:-$base/results}
mkdir -p -- "$results"
# Absolute paths, since the folder changes below.
results=$(cd -- "$results" && pwd)
submission=$(cd -- "$(dirname -- "$submission")" && pwd)/$(basename -- "$submission")

# Written first, so that students see a message even if the grading program never runs.
cat >"$results/results.json" <<'END'
@UNGRADED@
END

# A key names files relative to its own folder. Never run in the submission folder: Python would
# import a student's files first. -P prevents that too.
cd -- "$source/key" 2>/dev/null || cd -- "$source" || exit 0
PYTHONPATH=$source PYTHONUTF8=1 "${PLYTRACE_PYTHON:-@PYTHON@}" -P \
  -m tracer.classes.autograder.submission \
  --key="$KEY" --feedback "$FEEDBACK" --command="$COMMAND" --for "@PLATFORM@" \
  --submission "$submission" --results "$results/results.json" ||
  echo "run_autograder: the grading program ended with exit code $?" >&2
exit 0
