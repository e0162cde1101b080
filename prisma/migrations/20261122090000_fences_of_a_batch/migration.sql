-- What several owners of units write at the same time goes in one batch, so the batch door is shown several fences:
-- p_units and p_epochs, none for clients alone. SQLSTATE OR002 says in its detail which one is lost, as unit and epoch.
-- All else is as it was described with the first version of the function.
DROP FUNCTION "orrery_write_batch"(
    TEXT, TEXT, BIGINT, BIGINT, SMALLINT[], TEXT[], TEXT[], TEXT[], TEXT[], BIGINT[], INTEGER[], BYTEA
);

CREATE FUNCTION "orrery_write_batch"(
    p_cluster TEXT, p_units TEXT[], p_epochs BIGINT[], p_now BIGINT,
    p_operation SMALLINT[], p_resource TEXT[], p_namespace TEXT[], p_name TEXT[],
    p_uid TEXT[], p_expected BIGINT[], p_length INTEGER[], p_bodies BYTEA
) RETURNS TABLE (outcome SMALLINT, revision BIGINT) LANGUAGE plpgsql AS $$
DECLARE
    head BIGINT;
    lost RECORD;
BEGIN
    SELECT c."revision" INTO head FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
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
