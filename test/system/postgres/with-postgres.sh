#!/usr/bin/env bash
# with-postgres.sh COMMAND...: runs the command with a new PostgreSQL server on loopback, in a temporary folder that is removed
# afterwards. PORTSIDE_TEST_POSTGRES_URL is its address. `$PORTSIDE_TEST_POSTGRES_CTL restart -m immediate` controls it. As
# root the server runs as user `postgres`, because initdb refuses root.
set -euo pipefail
bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -1)")
if [ "$bin" = . ]; then bin=$(dirname "$(command -v initdb || echo .)"); fi
if [ ! -x "$bin/initdb" ]; then
  echo 'PostgreSQL is not installed (Debian: apt-get install postgresql).' >&2
  exit 3
fi
folder=$(mktemp -d)
as=()
if [ "$(id -u)" -eq 0 ]; then
  chown postgres "$folder"
  as=(runuser -u postgres --)
fi
control=("${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -s)
stop() {
  "${control[@]}" stop -m immediate >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
cd "$folder"
"${as[@]}" "$bin/initdb" -D data -U portside --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
# The defaults (fsync, synchronous_commit) stay. Only the address and port differ, so that it can run beside other servers.
port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
printf "listen_addresses = '127.0.0.1'\nport = %s\nunix_socket_directories = ''\n" "$port" |
  "${as[@]}" tee -a data/postgresql.conf >/dev/null
"${control[@]}" start
cd "$OLDPWD"
export PORTSIDE_TEST_POSTGRES_URL="postgres://portside@127.0.0.1:$port/postgres"
export PORTSIDE_TEST_POSTGRES_CTL="${control[*]}"
export PORTSIDE_TEST_POSTGRES_DATA="$folder/data"
"$@"
