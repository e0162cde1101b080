# One image for all: a whole cluster in one process on a Postgres of its own (the default command, state in /data), and the
# processes of docker-compose.yml and of the chart. docs/guides/deploying.md tells how it is run.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node tools/build.mjs && node tools/pack-postgres.mjs --unpacked && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# A port of a container is published on all addresses of its host unless one says otherwise: hence users, and HTTPS.
ENV NODE_ENV=production \
    ORRERY_HOST=0.0.0.0 \
    ORRERY_AUTHORIZATION_MODE=RBAC \
    ORRERY_DATA_DIR=/data \
    ORRERY_KUBECONFIG=/data/kubeconfig \
    KUBECONFIG=/data/kubeconfig
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/LICENSE ./
COPY --from=build /app/NOTICE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/deploy/image ./deploy/image
COPY --from=build /app/apps/cli/bin ./apps/cli/bin
COPY --from=build /app/schemas ./schemas
COPY --from=build /app/libs/core/pod-lifecycle/stages/defaults ./libs/core/pod-lifecycle/stages/defaults
COPY --from=build /app/dist ./dist
RUN ln -s /app/apps/cli/bin/orrery.mjs /usr/local/bin/orrery && install -d -o node -g node /data
VOLUME /data
# By number: Kubernetes cannot tell of a name that it is not root.
USER 1000:1000
# 8080: the API server; 8081: health and metrics of every process that is not a whole cluster.
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["node", "deploy/image/health.mjs"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning"]
CMD ["--heap-growing-percent=60", "--min-semi-space-size=16", "--max-semi-space-size=32", "--max-inlined-bytecode-size-cumulative=400", "dist/apps/standalone/main.js"]
