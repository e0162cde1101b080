-- The past of a cluster. Each change keeps when it was made, in cluster time, who made it and why, and which change made
-- the version that it replaced. So the state of a moment follows from the log alone: a change is in it if it came before
-- and if what replaced it came after.
ALTER TABLE "change"
    ADD COLUMN "at" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "previous" BIGINT,
    ADD COLUMN "writer" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "client" TEXT,
    ADD COLUMN "reason" TEXT;

-- Changes of before do not know what they replaced: nothing before this migration can be looked at again. Those that no
-- object stands at are of no use any more.
DELETE FROM "change" c WHERE NOT EXISTS (
    SELECT 1 FROM "object" o WHERE o."cluster" = c."cluster" AND o."resource" = c."resource"
        AND o."namespace" = c."namespace" AND o."name" = c."name" AND o."revision" = c."revision"
);
UPDATE "cluster" SET "compacted" = "revision";

-- What the log costs. The batch door counts the bytes of the bodies that it appends, in the cluster's row, which it
-- writes anyway; what is removed from the log is counted in a row of its own, so that no writer waits for that.
ALTER TABLE "cluster" ADD COLUMN "logged_bytes" BIGINT NOT NULL DEFAULT 0;
CREATE TABLE "log_removal" (
    "cluster" TEXT NOT NULL,
    "changes" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "log_removal_pkey" PRIMARY KEY ("cluster")
);
UPDATE "cluster" k SET "logged_bytes" = (
    SELECT coalesce(sum(octet_length(c."body")), 0) FROM "change" c WHERE c."cluster" = k."id"
);
INSERT INTO "log_removal" ("cluster", "changes", "bytes")
SELECT k."id", k."revision" - (SELECT count(*) FROM "change" c WHERE c."cluster" = k."id"), 0 FROM "cluster" k;

-- The batch door as before, with the origins of the changes: p_origin has the place of each item's in the lists of
-- writers, clients and reasons, from 1; an empty text is none. Cluster time never goes back along the log.
DROP FUNCTION "orrery_write_batch"(
    TEXT, TEXT[], BIGINT[], BIGINT, SMALLINT[], TEXT[], TEXT[], TEXT[], TEXT[], BIGINT[], INTEGER[], BYTEA
);
CREATE FUNCTION "orrery_write_batch"(
    p_cluster TEXT, p_units TEXT[], p_epochs BIGINT[], p_now BIGINT,
    p_operation SMALLINT[], p_resource TEXT[], p_namespace TEXT[], p_name TEXT[],
    p_uid TEXT[], p_expected BIGINT[], p_length INTEGER[], p_bodies BYTEA,
    p_origin INTEGER[], p_writers TEXT[], p_clients TEXT[], p_reasons TEXT[]
) RETURNS TABLE (outcome SMALLINT, revision BIGINT) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    head BIGINT;
    now_ms BIGINT;
    lost RECORD;
BEGIN
    SELECT c."revision", greatest(c."clock_floor", p_now) INTO head, now_ms
    FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'cluster % does not exist', p_cluster USING ERRCODE = 'OR001';
    END IF;
    SELECT f.unit, f.epoch INTO lost FROM unnest(p_units, p_epochs) AS f(unit, epoch)
    WHERE NOT EXISTS (SELECT 1 FROM "ownership" o WHERE o."unit" = f.unit AND o."epoch" = f.epoch) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'unit % has a new owner', lost.unit
            USING ERRCODE = 'OR002', DETAIL = lost.unit || ' ' || lost.epoch;
    END IF;
    RETURN QUERY
    WITH input AS (
        SELECT u.*, (sum(u.length) OVER (ORDER BY u.position) - u.length + 1)::INTEGER AS start
        FROM unnest(p_operation, p_resource, p_namespace, p_name, p_uid, p_expected, p_length, p_origin)
            WITH ORDINALITY AS u(operation, resource, namespace, name, uid, expected, length, origin, position)
    ), judged AS (
        SELECT i.*, o."revision" AS current, o.place,
            (CASE
                WHEN i.operation = 0 THEN CASE WHEN o."revision" IS NULL THEN 0 ELSE 1 END
                WHEN o."revision" IS NULL THEN 2
                WHEN i.expected >= 0 AND i.expected <> o."revision" THEN 3
                ELSE 0
            END)::SMALLINT AS verdict
        FROM input i
        LEFT JOIN LATERAL (
            SELECT x."revision", x.ctid AS place FROM "object" x
            WHERE x."cluster" = p_cluster AND x."resource" = i.resource
                AND x."namespace" = i.namespace AND x."name" = i.name
            OFFSET 0
        ) o ON TRUE
    ), numbered AS (
        SELECT j.*, head + sum(CASE WHEN j.verdict = 0 THEN 1 ELSE 0 END) OVER (ORDER BY j.position)::BIGINT AS given
        FROM judged j
    ), created AS (
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
        SELECT p_cluster, n.resource, n.namespace, n.name, n.uid, n.given
        FROM numbered n WHERE n.verdict = 0 AND n.operation = 0
    ), updated AS (
        UPDATE "object" o SET "revision" = n.given
        FROM numbered n WHERE n.verdict = 0 AND n.operation = 1 AND o.ctid = n.place
    ), deleted AS (
        DELETE FROM "object" o USING numbered n
        WHERE n.verdict = 0 AND n.operation = 2 AND o.ctid = n.place
    ), logged AS (
        INSERT INTO "change" ("cluster", "revision", "operation", "resource", "namespace", "name", "body",
            "at", "previous", "writer", "client", "reason")
        SELECT p_cluster, n.given, n.operation, n.resource, n.namespace, n.name,
            convert_from(substring(p_bodies FROM n.start FOR n.length), 'UTF8'),
            now_ms, n.current, p_writers[n.origin], nullif(p_clients[n.origin], ''), nullif(p_reasons[n.origin], '')
        FROM numbered n WHERE n.verdict = 0
    ), counted AS (
        UPDATE "cluster" c SET "revision" = (SELECT max(n.given) FROM numbered n), "clock_floor" = now_ms,
            "logged_bytes" = c."logged_bytes" + (SELECT sum(n.length) FROM numbered n WHERE n.verdict = 0)
        WHERE c."id" = p_cluster AND EXISTS (SELECT 1 FROM numbered n WHERE n.verdict = 0)
    )
    SELECT n.verdict, CASE WHEN n.verdict = 0 THEN n.given ELSE coalesce(n.current, 0) END
    FROM numbered n ORDER BY n.position;
    SELECT c."revision" INTO head FROM "cluster" c WHERE c."id" = p_cluster;
    PERFORM pg_notify('orrery_log', p_cluster || ' ' || head);
END
$$;

-- Shortens the log by one portion: of the at most p_rows changes after p_after and up to p_to, in the order of their
-- revisions, each removes the change that it replaced, and a deletion itself as well. What is left up to p_to is the state
-- of that revision, from which each later moment can be seen. Every look is one at the primary key.
--   reached: revision of the last change that was judged, NULL if there was none; judged, deleted: how many
DROP FUNCTION "orrery_shorten_log"(TEXT, BIGINT, BIGINT, INTEGER);
CREATE FUNCTION "orrery_shorten_log"(p_cluster TEXT, p_after BIGINT, p_to BIGINT, p_rows INTEGER)
RETURNS TABLE (reached BIGINT, judged INTEGER, deleted INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    freed BIGINT;
BEGIN
    WITH portion AS MATERIALIZED (
        SELECT c.ctid AS place, c."revision", c."operation", c."previous" FROM "change" c
        WHERE c."cluster" = p_cluster AND c."revision" > p_after AND c."revision" <= p_to
        ORDER BY c."revision" LIMIT p_rows
    ), past AS MATERIALIZED (
        SELECT x.place FROM portion p
        CROSS JOIN LATERAL (
            SELECT c.ctid AS place FROM "change" c
            WHERE c."cluster" = p_cluster AND c."revision" = p."previous"
            OFFSET 0
        ) x
        UNION ALL
        SELECT p.place FROM portion p WHERE p."operation" = 2
    ), gone AS (
        DELETE FROM "change" c USING past WHERE c.ctid = past.place RETURNING octet_length(c."body") AS bytes
    )
    SELECT (SELECT max(p."revision") FROM portion p), (SELECT count(*) FROM portion)::INTEGER,
        (SELECT count(*) FROM gone)::INTEGER, (SELECT coalesce(sum(g.bytes), 0) FROM gone g)
    INTO reached, judged, deleted, freed;
    IF deleted > 0 THEN
        INSERT INTO "log_removal" AS r ("cluster", "changes", "bytes") VALUES (p_cluster, deleted, freed)
        ON CONFLICT ("cluster") DO UPDATE SET "changes" = r."changes" + deleted, "bytes" = r."bytes" + freed;
    END IF;
    RETURN NEXT;
END
$$;

-- The last revision that was written up to an instant of cluster time; 0 if there is none in the log. Time never goes back
-- along the log, so it is found by halving: some twenty looks at the primary key, and no index that each write would pay for.
CREATE FUNCTION "orrery_revision_at"(p_cluster TEXT, p_at BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
    low BIGINT := 0;
    high BIGINT;
    middle BIGINT;
    found_at BIGINT;
    found_revision BIGINT;
    answer BIGINT := 0;
BEGIN
    SELECT c."compacted", c."revision" INTO low, high FROM "cluster" c WHERE c."id" = p_cluster;
    -- What is asked for is in answer, or in low + 1 to high.
    WHILE high > low LOOP
        middle := (low + high + 1) / 2;
        SELECT c."revision", c."at" INTO found_revision, found_at FROM "change" c
        WHERE c."cluster" = p_cluster AND c."revision" >= middle AND c."revision" <= high
        ORDER BY c."revision" LIMIT 1;
        IF NOT FOUND OR found_at > p_at THEN
            high := middle - 1;
        ELSE
            answer := found_revision;
            low := found_revision;
        END IF;
    END LOOP;
    RETURN answer;
END
$$;
