-- Forks. A log belongs to no single cluster any more: each cluster writes to a log of its own, and sees of others what came
-- before it was forked from them. So a fork copies keys and no bodies, and what clusters have in common is there once.
CREATE SEQUENCE "cluster_log_seq" AS BIGINT;
ALTER TABLE "cluster"
    ADD COLUMN "log" BIGINT NOT NULL DEFAULT nextval('cluster_log_seq'),
    ADD COLUMN "identity" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "rewound" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "forked_from" TEXT,
    ADD COLUMN "forked_at" BIGINT;
ALTER SEQUENCE "cluster_log_seq" OWNED BY "cluster"."log";
UPDATE "cluster" SET "identity" = "seed" || E'\n' || "id";
ALTER TABLE "cluster" ALTER COLUMN "identity" DROP DEFAULT;

-- What a cluster sees of which log: the changes after one revision and up to another.
CREATE TABLE "log_part" (
    "cluster" TEXT NOT NULL,
    "log" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "up_to" BIGINT NOT NULL,
    CONSTRAINT "log_part_pkey" PRIMARY KEY ("cluster", "log")
);
CREATE INDEX "log_part_log" ON "log_part" ("log");
INSERT INTO "log_part" ("cluster", "log", "after", "up_to") SELECT "id", "log", 0, 9223372036854775807 FROM "cluster";

ALTER TABLE "change" ADD COLUMN "log" BIGINT;
UPDATE "change" c SET "log" = k."log" FROM "cluster" k WHERE k."id" = c."cluster";
DELETE FROM "change" WHERE "log" IS NULL;
ALTER TABLE "change" DROP CONSTRAINT "change_pkey";
ALTER TABLE "change" DROP COLUMN "cluster";
ALTER TABLE "change" ADD CONSTRAINT "change_pkey" PRIMARY KEY ("log", "revision");

-- The log as a cluster sees it. Ask for a range of revisions: parts come in no particular order.
CREATE VIEW "cluster_change" AS
SELECT p."cluster", c."revision", c."operation", c."resource", c."namespace", c."name", c."body", c."at", c."previous",
    c."writer", c."client", c."reason"
FROM "log_part" p
JOIN "change" c ON c."log" = p."log" AND c."revision" > p."after" AND c."revision" <= p."up_to";

-- The batch door as before, into the cluster's own log; p_log: the log that the writer takes for it, if it knows. A cluster
-- that was taken back, or made again under its name, is none that a writer of before may write to.
DROP FUNCTION "orrery_write_batch"(
    TEXT, TEXT[], BIGINT[], BIGINT, SMALLINT[], TEXT[], TEXT[], TEXT[], TEXT[], BIGINT[], INTEGER[], BYTEA, INTEGER[],
    TEXT[], TEXT[], TEXT[]
);
CREATE FUNCTION "orrery_write_batch"(
    p_cluster TEXT, p_units TEXT[], p_epochs BIGINT[], p_now BIGINT,
    p_operation SMALLINT[], p_resource TEXT[], p_namespace TEXT[], p_name TEXT[],
    p_uid TEXT[], p_expected BIGINT[], p_length INTEGER[], p_bodies BYTEA,
    p_origin INTEGER[], p_writers TEXT[], p_clients TEXT[], p_reasons TEXT[], p_log BIGINT
) RETURNS TABLE (outcome SMALLINT, revision BIGINT) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    head BIGINT;
    own_log BIGINT;
    now_ms BIGINT;
    lost RECORD;
BEGIN
    SELECT c."revision", c."log", greatest(c."clock_floor", p_now) INTO head, own_log, now_ms
    FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
    IF NOT FOUND OR own_log <> p_log THEN
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
        INSERT INTO "change" ("log", "revision", "operation", "resource", "namespace", "name", "body",
            "at", "previous", "writer", "client", "reason")
        SELECT own_log, n.given, n.operation, n.resource, n.namespace, n.name,
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

-- As before; only what stands in the cluster's own log is removed.
CREATE OR REPLACE FUNCTION "orrery_shorten_log"(p_cluster TEXT, p_after BIGINT, p_to BIGINT, p_rows INTEGER)
RETURNS TABLE (reached BIGINT, judged INTEGER, deleted INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    own_log BIGINT;
    freed BIGINT;
BEGIN
    SELECT k."log" INTO own_log FROM "cluster" k WHERE k."id" = p_cluster;
    WITH portion AS MATERIALIZED (
        SELECT c.ctid AS place, c."revision", c."operation", c."previous" FROM "change" c
        WHERE c."log" = own_log AND c."revision" > p_after AND c."revision" <= p_to
        ORDER BY c."revision" LIMIT p_rows
    ), past AS MATERIALIZED (
        SELECT x.place FROM portion p
        CROSS JOIN LATERAL (
            SELECT c.ctid AS place FROM "change" c
            WHERE c."log" = own_log AND c."revision" = p."previous"
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

-- As before, through all parts of the log.
CREATE OR REPLACE FUNCTION "orrery_revision_at"(p_cluster TEXT, p_at BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE
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
        SELECT x."revision", x."at" INTO found_revision, found_at FROM "log_part" p
        CROSS JOIN LATERAL (
            SELECT c."revision", c."at" FROM "change" c
            WHERE c."log" = p."log" AND c."revision" > p."after" AND c."revision" <= p."up_to"
                AND c."revision" >= middle AND c."revision" <= high
            ORDER BY c."revision" LIMIT 1
        ) x
        WHERE p."cluster" = p_cluster ORDER BY p."after" LIMIT 1;
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

-- Gives a cluster its own copy of what it sees of other logs: what its objects stand at, and what its own changes replaced.
-- What was before is no longer seen. Writers do not wait for it. Answers how many changes were copied.
CREATE FUNCTION "orrery_move_out"(p_cluster TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    own_log BIGINT;
    others BIGINT[];
    beginning BIGINT;
    copied BIGINT;
    copied_bytes BIGINT;
BEGIN
    -- Who deletes, forks or rewinds the cluster locks its parts first, too.
    PERFORM 1 FROM "log_part" p WHERE p."cluster" = p_cluster FOR UPDATE;
    SELECT k."log" INTO own_log FROM "cluster" k WHERE k."id" = p_cluster;
    SELECT array_agg(p."log"), max(p."up_to") INTO others, beginning
    FROM "log_part" p WHERE p."cluster" = p_cluster AND p."log" <> own_log;
    IF others IS NULL THEN
        RETURN 0;
    END IF;
    WITH wanted AS (
        SELECT o."revision" FROM "object" o WHERE o."cluster" = p_cluster
        UNION
        SELECT c."previous" FROM "change" c WHERE c."log" = own_log AND c."previous" IS NOT NULL
    ), taken AS (
        INSERT INTO "change" ("log", "revision", "operation", "resource", "namespace", "name", "body",
            "at", "previous", "writer", "client", "reason")
        SELECT own_log, c."revision", c."operation", c."resource", c."namespace", c."name", c."body",
            c."at", c."previous", c."writer", c."client", c."reason"
        FROM "log_part" p
        JOIN wanted w ON w."revision" > p."after" AND w."revision" <= p."up_to"
        JOIN "change" c ON c."log" = p."log" AND c."revision" = w."revision"
        WHERE p."cluster" = p_cluster AND p."log" <> own_log
        RETURNING octet_length("body") AS bytes
    )
    SELECT count(*), coalesce(sum(t.bytes), 0) INTO copied, copied_bytes FROM taken t;
    DELETE FROM "log_part" WHERE "cluster" = p_cluster AND "log" <> own_log;
    UPDATE "log_part" SET "after" = 0 WHERE "cluster" = p_cluster;
    INSERT INTO "log_removal" AS r ("cluster", "changes", "bytes") VALUES (p_cluster, -copied, -copied_bytes)
    ON CONFLICT ("cluster") DO UPDATE SET "changes" = r."changes" - copied, "bytes" = r."bytes" - copied_bytes;
    UPDATE "cluster" SET "compacted" = greatest("compacted", beginning) WHERE "id" = p_cluster;
    PERFORM "orrery_drop_unseen"(others);
    RETURN copied;
END
$$;

-- Removes the changes of logs that no cluster sees.
CREATE FUNCTION "orrery_drop_unseen"(p_logs BIGINT[]) RETURNS VOID LANGUAGE sql AS $$
    DELETE FROM "change" c USING (
        SELECT l.log, coalesce((SELECT max(p."up_to") FROM "log_part" p WHERE p."log" = l.log), -1) AS seen
        FROM unnest(p_logs) AS l(log)
    ) u
    WHERE c."log" = u.log AND c."revision" > u.seen
$$;

-- The objects of a revision that were replaced or deleted since, of which the log still tells.
CREATE FUNCTION "orrery_replaced_since"(p_cluster TEXT, p_revision BIGINT)
RETURNS TABLE (resource TEXT, namespace TEXT, name TEXT, uid TEXT, revision BIGINT) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
    SELECT x."resource", x."namespace", x."name", x."body"::jsonb -> 'metadata' ->> 'uid', x."revision"
    FROM "cluster_change" d
    JOIN "cluster_change" x ON x."cluster" = p_cluster AND x."revision" = d."previous"
    WHERE d."cluster" = p_cluster AND d."revision" > p_revision AND d."previous" <= p_revision
$$;

-- Makes a cluster that goes on from where another one is, or was at a revision. Answers 0; 1: there is no such cluster;
-- 2: the name is taken; 3: the log does not reach back so far, or not yet so far; 4: the revision is to be the last one
-- (p_is_head), but is not.
CREATE FUNCTION "orrery_fork"(
    p_origin TEXT, p_name TEXT, p_revision BIGINT, p_is_head BOOLEAN,
    p_clock_mode TEXT, p_clock_rate DOUBLE PRECISION, p_clock_anchor BIGINT, p_clock_anchor_real BIGINT
) RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE
    origin RECORD;
    at_revision BIGINT;
    is_now BOOLEAN;
BEGIN
    PERFORM 1 FROM "log_part" p WHERE p."cluster" = p_origin FOR SHARE;
    SELECT * INTO origin FROM "cluster" k WHERE k."id" = p_origin FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    at_revision := coalesce(p_revision, origin."revision");
    is_now := at_revision = origin."revision";
    IF at_revision < origin."compacted" OR at_revision > origin."revision" THEN
        RETURN 3;
    END IF;
    IF p_is_head AND NOT is_now THEN
        RETURN 4;
    END IF;
    INSERT INTO "cluster" ("id", "revision", "compacted", "rewound", "seed", "settings", "clock_mode", "clock_rate",
        "clock_anchor", "clock_anchor_real", "clock_floor", "routed", "signing_key", "authorities", "first_nodes", "identity",
        "forked_from", "forked_at")
    VALUES (p_name, at_revision, origin."compacted", least(origin."rewound", at_revision), origin."seed", origin."settings",
        p_clock_mode, p_clock_rate, p_clock_anchor, p_clock_anchor_real, least(origin."clock_floor", p_clock_anchor),
        CASE WHEN p_is_head THEN at_revision ELSE -1 END, origin."signing_key", origin."authorities", origin."first_nodes",
        origin."identity", p_origin, at_revision)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN 2;
    END IF;
    INSERT INTO "log_part" ("cluster", "log", "after", "up_to")
    SELECT p_name, p."log", p."after", least(p."up_to", at_revision) FROM "log_part" p
    WHERE p."cluster" = p_origin AND p."after" < at_revision
    UNION ALL
    SELECT p_name, k."log", at_revision, 9223372036854775807 FROM "cluster" k WHERE k."id" = p_name;
    IF is_now THEN
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
        SELECT p_name, o."resource", o."namespace", o."name", o."uid", o."revision" FROM "object" o
        WHERE o."cluster" = p_origin;
        INSERT INTO "decision" ("cluster", "last", "count", "body")
        SELECT p_name, d."last", d."count", d."body" FROM "decision" d WHERE d."cluster" = p_origin;
        INSERT INTO "descheduling_run" ("cluster", "number", "pod_uid", "body")
        SELECT p_name, r."number", r."pod_uid", r."body" FROM "descheduling_run" r WHERE r."cluster" = p_origin;
    ELSE
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
        SELECT p_name, o."resource", o."namespace", o."name", o."uid", o."revision"
        FROM "object" o WHERE o."cluster" = p_origin AND o."revision" <= at_revision
        UNION ALL
        SELECT p_name, f."resource", f."namespace", f."name", f."uid", f."revision"
        FROM "orrery_replaced_since"(p_origin, at_revision) f;
    END IF;
    INSERT INTO "heartbeat" ("cluster", "node", "renewed_at")
    SELECT p_name, h."node", least(h."renewed_at", p_clock_anchor) FROM "heartbeat" h
    JOIN "object" o ON o."cluster" = p_name AND o."resource" = 'nodes' AND o."namespace" = '' AND o."name" = h."node"
    WHERE h."cluster" = p_origin;
    INSERT INTO "node_fault" ("cluster", "node", "kind", "since", "until", "amount")
    SELECT p_name, f."node", f."kind", f."since", f."until", f."amount" FROM "node_fault" f
    WHERE f."cluster" = p_origin AND f."since" <= p_clock_anchor;
    INSERT INTO "descheduling_due" ("cluster", "due_ms")
    SELECT p_name, least(d."due_ms", p_clock_anchor) FROM "descheduling_due" d WHERE d."cluster" = p_origin;
    INSERT INTO "log_removal" ("cluster", "changes", "bytes") VALUES (p_name, at_revision, 0);
    INSERT INTO "component_view" ("cluster", "component", "body")
    SELECT p_name, v."component", v."body" FROM "component_view" v WHERE v."cluster" = p_origin AND is_now;
    RETURN 0;
END
$$;

-- Takes a cluster back to a revision. Revisions go on growing: the cluster gets a new log from here on, and who watches it
-- from a position of before lists again. Answers as orrery_fork does, but for 2.
CREATE FUNCTION "orrery_rewind"(p_cluster TEXT, p_revision BIGINT, p_clock_anchor BIGINT, p_clock_anchor_real BIGINT)
RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE
    present RECORD;
    new_head BIGINT;
    former BIGINT[];
    resources TEXT[];
    namespaces TEXT[];
    names TEXT[];
    uids TEXT[];
    revisions BIGINT[];
BEGIN
    PERFORM 1 FROM "log_part" p WHERE p."cluster" = p_cluster FOR UPDATE;
    SELECT * INTO present FROM "cluster" k WHERE k."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    IF p_revision < present."compacted" OR p_revision > present."revision" THEN
        RETURN 3;
    END IF;
    new_head := present."revision" + 1;
    -- What was replaced or deleted since; what came since goes, and what has not changed stays.
    SELECT array_agg(f."resource"), array_agg(f."namespace"), array_agg(f."name"), array_agg(f."uid"), array_agg(f."revision")
    INTO resources, namespaces, names, uids, revisions
    FROM "orrery_replaced_since"(p_cluster, p_revision) f;
    DELETE FROM "object" WHERE "cluster" = p_cluster AND "revision" > p_revision;
    INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
    SELECT p_cluster, f.* FROM unnest(resources, namespaces, names, uids, revisions) f;
    SELECT array_agg(p."log") INTO former FROM "log_part" p WHERE p."cluster" = p_cluster;
    DELETE FROM "log_part" WHERE "cluster" = p_cluster AND "after" >= p_revision;
    UPDATE "log_part" SET "up_to" = least("up_to", p_revision) WHERE "cluster" = p_cluster;
    UPDATE "cluster" SET "log" = nextval('cluster_log_seq'), "revision" = new_head, "rewound" = new_head,
        "clock_anchor" = p_clock_anchor, "clock_anchor_real" = p_clock_anchor_real, "clock_floor" = p_clock_anchor,
        "routed" = -1
    WHERE "id" = p_cluster;
    INSERT INTO "log_part" ("cluster", "log", "after", "up_to")
    SELECT p_cluster, k."log", new_head, 9223372036854775807 FROM "cluster" k WHERE k."id" = p_cluster;
    UPDATE "heartbeat" SET "renewed_at" = p_clock_anchor WHERE "cluster" = p_cluster AND "renewed_at" > p_clock_anchor;
    DELETE FROM "node_fault" WHERE "cluster" = p_cluster AND "since" > p_clock_anchor;
    UPDATE "descheduling_due" SET "due_ms" = p_clock_anchor WHERE "cluster" = p_cluster AND "due_ms" > p_clock_anchor;
    PERFORM "orrery_drop_unseen"(former);
    RETURN 0;
END
$$;
