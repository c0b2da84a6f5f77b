# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
# shellcheck shell=bash
#
# Named, timed steps for the scripts of this repository, and the table they end with. Sourced, not run.
#   step NAME COMMAND…    runs the command, notes its outcome and goes on whatever it is
#   skip NAME REASON      notes a step that is not run
#   finish_steps          prints what failed once more, then the table; its status is 1 if any step failed
#   write_times FILE      puts the table between the two comments of a document that say so

# A step's status is that of its command and not of the copy that is kept of its output.
set -o pipefail

if [[ -t 1 ]]; then
  bold=$'\e[1m' green=$'\e[32m' red=$'\e[31m' dim=$'\e[2m' plain=$'\e[0m'
else
  bold='' green='' red='' dim='' plain=''
fi

# Tests that make load of their own, and count what came of it in a time: they run after the others, which would take their
# processors.
# shellcheck disable=SC2034
loads='FleetFailureTests|FleetRateTests|FleetStoresTests'

only_step=${only_step:-}
step_names=() step_results=() step_seconds=()
running_group=''
step_output=$(mktemp -d)

# Ends the command under way with everything it started. First as Ctrl-C does: `swift build` then ends its compilers,
# which a plain TERM would leave behind.
end_running() {
  local group=$running_group
  [[ -n $group ]] || return 0
  running_group=''
  kill -INT -- "-$group" 2>/dev/null || return 0
  for _ in {1..50}; do
    kill -0 -- "-$group" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -TERM -- "-$group" 2>/dev/null || true
}
trap 'end_running; rm -rf "$step_output"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

note_step() {
  step_names+=("$1") step_results+=("$2") step_seconds+=("$3")
}

# only_step may be several names, divided by commas.
wants_step() { [[ -z $only_step || ,$only_step, == *,$1,* ]]; }

step() {
  local name=$1 started=$SECONDS status=0
  shift
  wants_step "$name" || return 0
  echo "${bold}== $name${plain}"
  set -m # a process group of its own
  { "$@" 2>&1 | tee "$step_output/$name"; } </dev/null &
  running_group=$!
  set +m
  wait "$running_group" || status=$?
  end_running
  if ((status == 0)); then
    note_step "$name" ok $((SECONDS - started))
  else
    echo "${red}== $name failed with status $status${plain}"
    note_step "$name" FAILED $((SECONDS - started))
  fi
  echo
}

skip() {
  wants_step "$1" || return 0
  note_step "$1" "skipped: $2" 0
}

# What a failed step said of it: that may be far above by now, and a log may be cut.
recall() {
  echo "${red}== $1 failed; what it said of it, and last:${plain}"
  grep -E '✘|FAILED|(error|fatal|ERROR): ' "$step_output/$1" | head -n 40 || true
  echo '…'
  grep -v 'recorded a known issue' "$step_output/$1" | tail -n 20
  echo
}

# The lines between `<!-- times: begin -->` and `<!-- times: end -->` become the table of this run.
write_times() {
  local index table
  table=$(
    echo "Written by a run of $(date -u +%Y-%m-%d) on $(nproc) cores, which took $((SECONDS / 60)) minutes."
    printf '\n| step | seconds | |\n|---|---|---|\n'
    for index in "${!step_names[@]}"; do
      printf '| `%s` | %d | %s |\n' "${step_names[index]}" "${step_seconds[index]}" "${step_results[index]#ok}"
    done
  )
  TABLE=$table python3 - "$1" <<'PYTHON'
import os, pathlib, re, sys

path = pathlib.Path(sys.argv[1])
text = path.read_text()
begin, end = "<!-- times: begin -->\n", "<!-- times: end -->"
before, rest = text.split(begin)
path.write_text(before + begin + os.environ["TABLE"] + "\n" + end + rest.split(end)[1])
PYTHON
}

finish_steps() {
  local index failed=0 color width=4
  if ((${#step_names[@]} == 0)); then
    echo "No step is called “$only_step”." >&2
    return 64
  fi
  for name in "${step_names[@]}"; do ((${#name} <= width)) || width=${#name}; done
  for index in "${!step_names[@]}"; do
    if [[ ${step_results[index]} == FAILED ]]; then recall "${step_names[index]}"; fi
  done
  printf "${bold}%-${width}s  %7s  %s${plain}\n" step seconds result
  for index in "${!step_names[@]}"; do
    case ${step_results[index]} in
      ok) color=$green ;;
      FAILED) color=$red failed=1 ;;
      *) color=$dim ;;
    esac
    printf "%-${width}s  %7d  %s%s%s\n" \
      "${step_names[index]}" "${step_seconds[index]}" "$color" "${step_results[index]}" "$plain"
  done
  printf "%-${width}s  %7d\n" total "$SECONDS"
  return "$failed"
}
