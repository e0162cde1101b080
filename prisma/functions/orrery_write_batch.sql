-- Writes a batch of objects, the one door of all writes (ADR 1): checks the fences of the writer and the expected version of each item
-- under a lock on the row of the cluster, numbers the changes, appends them to the log and brings the current state up to date. p_log: the
-- log that the writer takes for that of the cluster; a cluster that was rewound or replaced since refuses the batch.
CREATE OR REPLACE FUNCTION "orrery_write_batch"(
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
    PERFORM orrery_tell('orrery_log', p_cluster || ' ' || head);
END
$$;
