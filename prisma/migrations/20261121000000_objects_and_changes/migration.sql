CREATE TABLE "cluster" (
    "id" TEXT NOT NULL,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "compacted" BIGINT NOT NULL DEFAULT 0,
    "seed" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "clock_mode" TEXT NOT NULL,
    "clock_rate" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "clock_anchor" BIGINT NOT NULL,
    "clock_anchor_real" BIGINT NOT NULL,
    "clock_floor" BIGINT NOT NULL DEFAULT 0,
    "routed" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "cluster_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "object" (
    "cluster" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "object_pkey" PRIMARY KEY ("cluster", "resource", "namespace", "name")
);

CREATE TABLE "change" (
    "cluster" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,
    "operation" SMALLINT NOT NULL,
    "resource" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "change_pkey" PRIMARY KEY ("cluster", "revision")
);

CREATE TABLE "heartbeat" (
    "cluster" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "renewed_at" BIGINT NOT NULL,
    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("cluster", "node")
);

CREATE TABLE "ownership" (
    "unit" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "ownership_pkey" PRIMARY KEY ("unit")
);

CREATE TABLE "process" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "heartbeat_at" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "node_fault" (
    "cluster" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "since" BIGINT NOT NULL,
    "until" BIGINT,
    CONSTRAINT "node_fault_pkey" PRIMARY KEY ("cluster", "node", "kind")
);

-- Bodies are a few KiB: keep them in the row and uncompressed, a write costs half of what it does otherwise.
ALTER TABLE "object" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "object" SET (toast_tuple_target = 8160);
ALTER TABLE "change" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "change" SET (toast_tuple_target = 8160);

-- The batch door. Any number of writes of one cluster in one round trip: under the lock of the cluster's row each
-- item is judged against the current version, the accepted ones get the next revisions without gaps and are written
-- to both tables; the answer says per item what became of it. A function, because in READ COMMITTED only its
-- statements after the lock see what other writers committed before they gave the lock up.
--   p_bodies: the JSON texts of the items, in UTF-8 and one after the other; p_length: their lengths in bytes. One
--   binary parameter costs neither side any escaping, an array of texts cost more than the writing itself.
--   operation: 0 create, 1 update, 2 delete; expected: the revision the item was computed from, -1 for any
--   outcome:   0 written (revision is the new one), 1 exists already, 2 absent, 3 changed since (revision is the current one)
-- SQLSTATE OR001: no such cluster; OR002: the writer no longer owns the unit it writes for.
CREATE FUNCTION "orrery_write_batch"(
    p_cluster TEXT, p_unit TEXT, p_epoch BIGINT, p_now BIGINT,
    p_operation SMALLINT[], p_resource TEXT[], p_namespace TEXT[], p_name TEXT[],
    p_uid TEXT[], p_expected BIGINT[], p_length INTEGER[], p_bodies BYTEA
) RETURNS TABLE (outcome SMALLINT, revision BIGINT) LANGUAGE plpgsql AS $$
DECLARE
    head BIGINT;
BEGIN
    SELECT c."revision" INTO head FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'cluster % does not exist', p_cluster USING ERRCODE = 'OR001';
    END IF;
    IF p_unit IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "ownership" o WHERE o."unit" = p_unit AND o."epoch" = p_epoch
    ) THEN
        RAISE EXCEPTION 'unit % has a new owner', p_unit USING ERRCODE = 'OR002';
    END IF;
    RETURN QUERY
    WITH input AS (
        SELECT u.*, (sum(u.length) OVER (ORDER BY u.position) - u.length + 1)::INTEGER AS start
        FROM unnest(p_operation, p_resource, p_namespace, p_name, p_uid, p_expected, p_length)
            WITH ORDINALITY AS u(operation, resource, namespace, name, uid, expected, length, position)
    ), judged AS (
        SELECT i.operation, i.resource, i.namespace, i.name, i.uid, i.position, o."revision" AS current,
            convert_from(substring(p_bodies FROM i.start FOR i.length), 'UTF8') AS body,
            (CASE
                WHEN i.operation = 0 THEN CASE WHEN o."revision" IS NULL THEN 0 ELSE 1 END
                WHEN o."revision" IS NULL THEN 2
                WHEN i.expected >= 0 AND i.expected <> o."revision" THEN 3
                ELSE 0
            END)::SMALLINT AS verdict
        FROM input i
        LEFT JOIN "object" o ON o."cluster" = p_cluster AND o."resource" = i.resource
            AND o."namespace" = i.namespace AND o."name" = i.name
    ), numbered AS (
        SELECT j.*, head + sum(CASE WHEN j.verdict = 0 THEN 1 ELSE 0 END) OVER (ORDER BY j.position)::BIGINT AS given
        FROM judged j
    ), created AS (
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision", "body")
        SELECT p_cluster, n.resource, n.namespace, n.name, n.uid, n.given, n.body
        FROM numbered n WHERE n.verdict = 0 AND n.operation = 0
    ), updated AS (
        UPDATE "object" o SET "revision" = n.given, "body" = n.body
        FROM numbered n
        WHERE n.verdict = 0 AND n.operation = 1 AND o."cluster" = p_cluster AND o."resource" = n.resource
            AND o."namespace" = n.namespace AND o."name" = n.name
    ), deleted AS (
        DELETE FROM "object" o USING numbered n
        WHERE n.verdict = 0 AND n.operation = 2 AND o."cluster" = p_cluster AND o."resource" = n.resource
            AND o."namespace" = n.namespace AND o."name" = n.name
    ), logged AS (
        INSERT INTO "change" ("cluster", "revision", "operation", "resource", "namespace", "name", "body")
        SELECT p_cluster, n.given, n.operation, n.resource, n.namespace, n.name, n.body
        FROM numbered n WHERE n.verdict = 0
    ), counted AS (
        UPDATE "cluster" c SET "revision" = (SELECT max(n.given) FROM numbered n),
            "clock_floor" = greatest(c."clock_floor", p_now)
        WHERE c."id" = p_cluster AND EXISTS (SELECT 1 FROM numbered n WHERE n.verdict = 0)
    )
    SELECT n.verdict, CASE WHEN n.verdict = 0 THEN n.given ELSE coalesce(n.current, 0) END
    FROM numbered n ORDER BY n.position;
    SELECT c."revision" INTO head FROM "cluster" c WHERE c."id" = p_cluster;
    PERFORM pg_notify('orrery_log', p_cluster || ' ' || head);
END
$$;
