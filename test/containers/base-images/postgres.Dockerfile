# A stand-in for the image of Postgres: Debian's postgresql-15 behind the variables and the folder of that image.
FROM orrery-test/debian
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data
COPY postgres-entrypoint.sh /usr/local/bin/
RUN install -d -o postgres -g postgres /var/lib/postgresql/data /run/postgresql
VOLUME /var/lib/postgresql/data
ENTRYPOINT ["postgres-entrypoint.sh"]
CMD ["postgres"]
