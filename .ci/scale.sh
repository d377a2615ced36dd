#!/usr/bin/env bash
# Tries what Scale.md says: a log that is replayed in parts, by GNU parallel and by Spark, and merged, gives the report of a single
# run, byte for byte. `.ci/scale.sh PROGRAM`. Installs what it needs where that is not there: parallel and Java from Debian, pyspark
# from PyPI into a folder of its own. What cannot be had is named and left out.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-.build/debug/statekit}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SWIFT_BACKTRACE=enable=no
chart=$PWD/charts/logs/orders.json
# Lines that are none have no case.
head -1 charts/logs/orders.csv >"$folder/log.csv"
grep -E '^[0-9]+,[a-z]+,[0-9]+$' charts/logs/orders.csv >>"$folder/log.csv"
log=$folder/log.csv
fields=(--case order --event event --time at --quiet)
cd "$folder"
"$program" replay "$chart" "$log" "${fields[@]}" --format json >single
tried=0
compare() {
  tried=$((tried + 1))
  "$program" replay --merge "${@:2}" --format json >merged
  if cmp -s single merged; then echo "scale: $1: the merged report is that of a single run"; else
    echo "scale: $1: the merged report differs" >&2
    diff single merged | head -5 >&2
    exit 1
  fi
}

if ! command -v parallel >/dev/null; then apt-get install -y parallel >/dev/null 2>&1 || true; fi
if command -v parallel >/dev/null; then
  head -1 "$log" >header.csv
  awk -F, 'NR > 1 { print > ("part-" $1 % 8 ".csv") }' "$log"
  parallel --will-cite \
    "cat header.csv {} | $program replay $chart - ${fields[*]} --partial" ::: part-*.csv >summaries
  compare "GNU parallel" summaries
else
  echo "scale: GNU parallel is not there, left out"
fi

if ! command -v java >/dev/null; then apt-get install -y default-jre-headless >/dev/null 2>&1 || true; fi
python=${SPARK_PYTHON:-}
if [ -z "$python" ] && command -v java >/dev/null; then
  if python3 -m venv venv && venv/bin/pip install -q pyspark >/dev/null 2>&1; then python=$PWD/venv/bin/python; fi
fi
if [ -n "$python" ] && command -v java >/dev/null; then
  cat >job.py <<EOF
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
log = spark.read.option("header", True).csv("$log")
lines = (log.repartition(8, "order").sortWithinPartitions(log["at"].cast("long"))
  .selectExpr("to_json(struct(order, event, cast(at as long) as at))").rdd.map(lambda row: row[0]))
lines.pipe("$program replay $chart - ${fields[*]} --partial").saveAsTextFile("$folder/spark")
EOF
  "$python" job.py >spark.log 2>&1 || { tail -5 spark.log >&2; exit 1; }
  compare "Spark" spark/part-*
else
  echo "scale: Spark is not there, left out"
fi
if [ "$tried" -eq 0 ]; then echo "scale: skipped, neither GNU parallel nor Spark can be installed"; fi
