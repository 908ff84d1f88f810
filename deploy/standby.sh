#!/bin/sh
# The standby of compose.cluster.yaml: a copy of the primary at first, then everything that happens there.
set -eu
password=${PASSWORD:-/tmp/replication}
(umask 077 && printf '*:*:*:*:%s\n' "$(cat "${SECRETS:-/run/secrets}/replication_password")" >"$password")
copy() {
    pg_basebackup --pgdata "$PGDATA" --checkpoint fast --wal-method stream --slot standby --write-recovery-conf "$@" \
        --dbname "host=$PRIMARY user=replicator passfile=$password application_name=standby"
}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until copy || copy --create-slot; do # the slot is there if it was begun before
        sleep 1
    done
    chmod 0700 "$PGDATA"
fi
exec "$@"
