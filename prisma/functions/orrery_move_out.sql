-- Gives a cluster its own copy of the changes that it sees in other logs: current versions of its objects, and versions that its
-- own changes replaced. Earlier ones are no longer seen. Writers do not wait for it. Returns the number of copied changes.
CREATE OR REPLACE FUNCTION "orrery_move_out"(p_cluster TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
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
