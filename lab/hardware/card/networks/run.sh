#!/usr/bin/env bash
# run.sh OUTDIR SECONDS: networks alone, beside each other, and their traces, on one H100
set +e
OUT=$(realpath "$1"); TOTAL=${2:-210}; T0=$(date +%s)
cd "$(dirname "$0")"
exec 2>>"$OUT/log"
left() { echo $(( TOTAL - ( $(date +%s) - T0 ) )); }
PY=python3; [ -n "$SERVE_PYTHON" ] && PY=$SERVE_PYTHON
timeout 8 nvidia-smi -q -d CLOCK > "$OUT/clock.txt" 2>&1
timeout 8 nvidia-smi --query-gpu=name,driver_version,memory.total,memory.used --format=csv > "$OUT/gpu.txt" 2>&1
P=$(mktemp -d); mkdir -p $P/pipe $P/log
MPS=""
if command -v nvidia-cuda-mps-control >/dev/null; then
  CUDA_MPS_PIPE_DIRECTORY=$P/pipe CUDA_MPS_LOG_DIRECTORY=$P/log timeout 10 nvidia-cuda-mps-control -d >> "$OUT/log" 2>&1 && MPS=$P/pipe
fi
BUDGET=$(( TOTAL - 10 ))
SERVE_PIPE=$MPS PYTHONUNBUFFERED=1 timeout -k 3 $(( BUDGET + 8 )) $PY serve.py "$OUT" $BUDGET >> "$OUT/log" 2>&1
echo "serve ended $? left $(left)" >> "$OUT/log"
if [ -n "$MPS" ]; then echo quit | CUDA_MPS_PIPE_DIRECTORY=$P/pipe timeout 5 nvidia-cuda-mps-control >> "$OUT/log" 2>&1; fi
tail -c 4000 $P/log/server.log > "$OUT/mps-server.txt" 2>/dev/null
timeout 8 nvidia-smi --query-gpu=memory.used,clocks.sm,clocks.mem --format=csv >> "$OUT/gpu.txt" 2>&1
gzip -kf "$OUT/rows.jsonl" && rm "$OUT/rows.jsonl"
rm -rf $P
# At most 8 MiB come back: what is repeated in less detail goes first.
for f in "$OUT"/*.gpu.pt.trace.json.gz; do [ "$(du -sk "$OUT" | cut -f1)" -gt 7800 ] && rm -f "$f"; done
( cd "$OUT" && ls *.pt.trace.json.gz >/dev/null 2>&1 && tar cf traces.tar *.pt.trace.json.gz && rm -f *.pt.trace.json.gz )
exit 0
