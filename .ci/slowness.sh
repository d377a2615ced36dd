#!/usr/bin/env bash
# How much longer this machine takes than most, which count so far in 0.32 s: 1 or more.
TIMEFORMAT=%U
{ time awk 'BEGIN { for (i = 0; i < 20000000; i++) n += i }'; } 2>&1 | awk '{ print ($1 > 0.32 ? $1 / 0.32 : 1) }'
