#!/bin/sh
# Run once by the primary of compose.cluster.yaml, when its data directory is made: a role that owns its schema and
# nothing else, one that may only copy, and nobody else over the network.
set -eu
export SECRETS="${SECRETS:-/run/secrets}"
export PGOPTIONS="-c synchronous_commit=local" # the standby comes later
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set database_password `cat "$SECRETS/database_password"`
\set replication_password `cat "$SECRETS/replication_password"`
CREATE ROLE hexdeck LOGIN PASSWORD :'database_password' CONNECTION LIMIT 80;
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication_password' CONNECTION LIMIT 4;
CREATE DATABASE hexdeck;
REVOKE ALL ON DATABASE hexdeck, postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE hexdeck TO hexdeck;
\connect hexdeck
REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA hexdeck AUTHORIZATION hexdeck; -- where its tables lie, since it has the role's name
SQL
cat >"$PGDATA/pg_hba.conf" <<'HBA'
local all         postgres   peer
host  hexdeck     hexdeck    samenet scram-sha-256
host  replication replicator samenet scram-sha-256
HBA
