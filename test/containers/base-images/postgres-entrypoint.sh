#!/bin/sh
# Makes the database of POSTGRES_DB for POSTGRES_USER in an empty data folder, then runs the given command as postgres.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown postgres "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --auth-local trust
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait start --options "-c listen_addresses=''"
  [ "$POSTGRES_DB" = postgres ] || createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --wait stop
fi
exec "$@" -c listen_addresses='*'
