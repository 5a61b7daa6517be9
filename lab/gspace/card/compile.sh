#!/bin/bash
# bash compile.sh TREE FILE FORM: the GPU's code of a source, in the form that the folder t/TREE/FORM has it.
ROOT=t/$1/$3 FILE=$2 MADE=c/$(echo "$1-$2" | tr / _).$3
FOLDERS=() AT=$(dirname "$FILE")
while :; do
  for NAME in . common include inc utilities util utils src common/inc; do
    [ -d "$ROOT/$AT/$NAME" ] && FOLDERS+=("-I$ROOT/$AT/$NAME")
  done
  [ "$AT" = . ] && break
  AT=$(dirname "$AT")
done
compiled() {
  timeout 60 nvcc -x cu -cubin -arch=native -std=c++17 -w -DcudaThreadSynchronize=cudaDeviceSynchronize \
    -DcudaThreadExit=cudaDeviceReset "${FOLDERS[@]}" -o "$MADE.tmp" "$ROOT/$FILE" && mv "$MADE.tmp" "$MADE.cubin"
}
# The second time without uses of templates, whose arguments may be names of the host's function.
compiled || { sed -i '/^static auto corun_made_/d' "$ROOT/$FILE" && compiled; }
