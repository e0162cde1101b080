-- Appends the values of subjects that differ from their last ones (null: the subject has none any more). Returns the number of rows.
CREATE OR REPLACE FUNCTION "orrery_add_incidents"(
    p_cluster TEXT, p_topic TEXT, p_subjects TEXT[], p_values TEXT[], p_now BIGINT, p_writer TEXT, p_client TEXT
) RETURNS INTEGER LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    head BIGINT;
    now_ms BIGINT;
    last_number BIGINT;
    added INTEGER;
BEGIN
    SELECT c."revision", greatest(c."clock_floor", p_now) INTO head, now_ms
    FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    SELECT coalesce(max(i."number"), 0) INTO last_number FROM "incident" i WHERE i."cluster" = p_cluster;
    INSERT INTO "incident" ("cluster", "number", "topic", "subject", "value", "revision", "at", "writer", "client")
    SELECT p_cluster, last_number + row_number() OVER (ORDER BY g.position), p_topic, g.subject, g.value, head, now_ms,
        p_writer, nullif(p_client, '')
    FROM unnest(p_subjects, p_values) WITH ORDINALITY AS g(subject, value, position)
    LEFT JOIN LATERAL (
        SELECT i."value" FROM "incident" i
        WHERE i."cluster" = p_cluster AND i."topic" = p_topic AND i."subject" = g.subject
        ORDER BY i."number" DESC LIMIT 1
    ) l ON TRUE
    WHERE g.value IS DISTINCT FROM l."value";
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added > 0 THEN
        PERFORM pg_notify('orrery_incidents', p_cluster);
    END IF;
    RETURN added;
END
$$;
