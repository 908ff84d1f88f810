#!/bin/sh
# Makes the secrets of compose.cluster.yaml, once: sh deploy/secrets.sh
# Each container sees only the files that it is given, as the user that it runs as; the folder keeps others out.
set -eu
folder=${1:-secrets}
umask 022
mkdir -m 0700 "$folder" || { echo "remove $folder first, if nothing uses its secrets any more" >&2; exit 1; }

random() { od -An -v -N 32 -tx1 /dev/urandom | tr -d ' \n'; }
put() { printf '%s\n' "$2" >"$folder/$1"; }

database=$(random) server=$(random) worker=$(random)
put postgres_password "$(random)"
put database_password "$database"
put database_url "postgresql://hexdeck:$database@primary,standby/hexdeck?target_session_attrs=read-write"
put replication_password "$(random)"
put redis_server_password "$server"
put redis_worker_password "$worker"
put server_bus_url "redis://server:$server@bus"
put worker_bus_url "redis://worker:$worker@bus"
put worker_key "$(random)"
