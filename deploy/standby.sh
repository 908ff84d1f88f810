#!/bin/sh
# The standby of compose.cluster.yaml: a copy of the primary at first, then everything that happens there.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup --pgdata "$PGDATA" --wal-method stream --slot standby --write-recovery-conf \
        --dbname "host=$PRIMARY user=replicator password=$POSTGRES_PASSWORD application_name=standby"; do
        sleep 1
    done
    chmod 0700 "$PGDATA"
fi
exec postgres
