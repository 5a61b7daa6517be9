#!/bin/bash
# bash run.sh OUT SECONDS, in a folder that `npm run study -- yielding-for-card` made, on a machine with a GPU and nvcc:
# measures maps in the first half, and runs as many kernels beside their yielding forms as there is time for.
set +e
OUT=$1 SECONDS_GIVEN=${2:-100} HERE=$(cd "$(dirname "$0")" && pwd) BEGUN=$(date +%s)
mkdir -p "$OUT" "$HERE/c"
left() { echo $((BEGUN + SECONDS_GIVEN - $(date +%s))); }
nvidia-smi -q -d CLOCK > "$OUT/clocks.txt"
cd "$HERE" || exit 1
for name in maps differences; do
  [ -x $name ] || nvcc -O3 -std=c++17 -w -arch=native -o $name $name.cu -lcuda 2>> "$OUT/log"
done
# Three forms of every source, each by itself: what does not compile is left out.
awk '!seen[$2" "$3]++ {for (form = 0; form < 3; form++) print $2, $3, form}' jobs.txt |
  xargs -P "$(nproc)" -L 1 bash compile.sh > /dev/null 2>> "$OUT/log" &
timeout $((SECONDS_GIVEN / 2 + 10)) ./maps "$OUT" $((SECONDS_GIVEN / 2)) > "$OUT/maps.txt"
START=0 JOBS=$(wc -l < jobs.txt)
: > "$OUT/kernels.txt"
# A kernel that fails takes its process with it: the next begins behind it.
while [ $START -lt "$JOBS" ] && [ "$(left)" -gt 3 ]; do
  timeout "$(left)" ./differences c jobs.txt $START $((BEGUN + SECONDS_GIVEN - 3)) >> "$OUT/kernels.txt" 2> progress && break
  LAST=$(grep -E '^[0-9]+$' progress | tail -1)
  [ -z "$LAST" ] && break
  START=$((LAST + 1))
done
