# A stand-in for the image of Redis: Debian's redis-server, which answers other containers as that image does.
FROM orrery-test/debian
WORKDIR /data
VOLUME /data
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "redis"]
CMD ["redis-server"]
