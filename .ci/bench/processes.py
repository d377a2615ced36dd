"""What processes take, for the tables of `make bench`."""
import os
import subprocess
import sys
import time


def milliseconds(*command):
    """CPU milliseconds of a process that must end well."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def peak(*command):
    """Peak memory of a process in bytes, as it was seen last: what the system says afterwards has this script's in it."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as file:
                found = next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), found)
        except OSError:
            pass
        time.sleep(0.002)
    return found
