FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node tools/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/LICENSE ./
COPY --from=build --chown=node:node /app/NOTICE ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
USER node
# 8080: the API server; 8081: health and metrics of every component.
EXPOSE 8080 8081
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning"]
CMD ["dist/apps/api-server/main.js"]
