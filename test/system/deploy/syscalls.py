"""Writes the seccomp filter of a systemd unit as BPF for bubblewrap: the same filter that systemd would load.

    syscalls.py UNIT OUT.bpf
"""

import errno
import socket
import subprocess
import sys

import seccomp


def settings(path, name):
    """All values of a setting, in order."""
    with open(path) as unit:
        pairs = [line.strip().partition("=") for line in unit if not line.startswith("#")]
    return [value for key, _, value in pairs if key == name]


def members(name):
    """The system calls of a set, as the installed systemd defines it."""
    if not name.startswith("@"):
        return {name}
    shown = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", name], check=True, capture_output=True, text=True)
    lines = [line.strip() for line in shown.stdout.splitlines()[1:]]
    return set().union(*(members(line) for line in lines if line and not line.startswith("#")))


def allowed(unit):
    # systemd adds `@default` to every list of allowed calls.
    calls = members("@default")
    for value in settings(unit, "SystemCallFilter"):
        named = set().union(*(members(name) for name in value.lstrip("~").split()))
        calls = calls - named if value.startswith("~") else calls | named
    return calls


def main(unit, out):
    [error] = settings(unit, "SystemCallErrorNumber")
    [families] = settings(unit, "RestrictAddressFamilies")
    bpf = seccomp.SyscallFilter(seccomp.ERRNO(getattr(errno, error)))
    known = 0
    for call in sorted(allowed(unit)):
        if seccomp.resolve_syscall(seccomp.Arch(), call) < 0 or call == "socket":
            continue
        bpf.add_rule(seccomp.ALLOW, call)
        known += 1
    for family in families.split():
        bpf.add_rule(seccomp.ALLOW, "socket", seccomp.Arg(0, seccomp.EQ, getattr(socket, family)))
    with open(out, "wb") as file:
        bpf.export_bpf(file)
    print(f"{known} system calls are allowed, sockets of {families}")


main(*sys.argv[1:])
