#!/bin/sh
# Starts Redis with the users of redis.acl. Their passwords are read from files, which hold one each:
#   sh redis.sh redis.acl server-password worker-password [more that redis-server understands]
# Nothing is kept on disk, no value may be large, and what is unused longest goes when memory is full.
set -eu
users=$1 server=$2 worker=$3
shift 3

hash() {
  password=$(tr -d '\r\n' <"$1")
  [ -n "$password" ] || { echo "there is no password in $1" >&2; exit 1; }
  printf %s "$password" | sha256sum | cut -c 1-64
}

server=$(hash "$server")
worker=$(hash "$worker")
made=$(mktemp)
sed -e '/^#/d' -e "s/SERVER_PASSWORD/#$server/" -e "s/WORKER_PASSWORD/#$worker/" "$users" |
  sed -e ':a' -e 'N' -e '$!ba' -e 's/\n  */ /g' >"$made"
exec redis-server --aclfile "$made" --save "" --appendonly no --proto-max-bulk-len 1mb \
  --maxmemory 256mb --maxmemory-policy allkeys-lru "$@"
